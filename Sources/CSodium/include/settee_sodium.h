// All that Swift sees of libsodium: what a sealed mirror is made of.
//
// libsodium is opened with dlopen at the first use, with declarations of our own, as libcurl is: most
// users never seal a mirror. No header of it is needed to build, and nothing here is cryptography of
// our own. After settee_sodium_open has returned NULL, each of the others may be called by any thread.
#ifndef SETTEE_SODIUM_H
#define SETTEE_SODIUM_H

#include <stddef.h>
#include <stdint.h>

/// Opens libsodium; NULL when it can be used, else why not.
const char *_Nullable settee_sodium_open(void);

/// Memory that is never swapped out nor in a core file, and is wiped by settee_sodium_free.
void *_Nullable settee_sodium_memory(size_t count);
void settee_sodium_free(void *_Nonnull memory);
/// Wipes memory in a way that no compiler leaves out.
void settee_sodium_wipe(void *_Nullable memory, size_t count);
void settee_sodium_random(void *_Nullable memory, size_t count);

/// XChaCha20-Poly1305 (IETF): a key of 32 bytes, a nonce of 24. The sealed text is 16 bytes longer.
void settee_sodium_seal(void *_Nullable sealed, const void *_Nullable text, size_t text_count,
                        const void *_Nullable bound, size_t bound_count,
                        const void *_Nullable nonce, const void *_Nullable key);
/// 0 when the text is what was sealed, with the same bytes bound to it.
int settee_sodium_unseal(void *_Nullable text, const void *_Nullable sealed, size_t sealed_count,
                         const void *_Nullable bound, size_t bound_count,
                         const void *_Nullable nonce, const void *_Nullable key);

/// Argon2id: a salt of 16 bytes. 0 when there was memory enough.
int settee_sodium_stretch(void *_Nullable key, size_t key_count, const void *_Nullable passphrase,
                          size_t passphrase_count, const void *_Nullable salt, uint64_t passes,
                          size_t memory);

/// BLAKE2b with a key of 16 to 64 bytes, or, with `key_count` 0, without one.
void settee_sodium_hash(void *_Nullable hash, size_t hash_count, const void *_Nullable text,
                        size_t text_count, const void *_Nullable key, size_t key_count);

#endif
