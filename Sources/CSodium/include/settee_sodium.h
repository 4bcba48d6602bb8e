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
void settee_sodium_wipe(void *_Nonnull memory, size_t count);
void settee_sodium_random(void *_Nonnull memory, size_t count);

/// XChaCha20-Poly1305 (IETF): a key of 32 bytes, a nonce of 24. The sealed text is 16 bytes longer.
void settee_sodium_seal(uint8_t *_Nonnull sealed, const uint8_t *_Nonnull text, size_t text_count,
                        const uint8_t *_Nonnull bound, size_t bound_count,
                        const uint8_t *_Nonnull nonce, const uint8_t *_Nonnull key);
/// 0 when the text is what was sealed, with the same bytes bound to it.
int settee_sodium_unseal(uint8_t *_Nonnull text, const uint8_t *_Nonnull sealed,
                         size_t sealed_count, const uint8_t *_Nonnull bound, size_t bound_count,
                         const uint8_t *_Nonnull nonce, const uint8_t *_Nonnull key);

/// Argon2id: a salt of 16 bytes. 0 when there was memory enough.
int settee_sodium_stretch(uint8_t *_Nonnull key, size_t key_count,
                          const char *_Nonnull passphrase, size_t passphrase_count,
                          const uint8_t *_Nonnull salt, uint64_t passes, size_t memory);

/// BLAKE2b with a key of 16 to 64 bytes, or, with `key_count` 0, without one.
void settee_sodium_hash(uint8_t *_Nonnull hash, size_t hash_count, const uint8_t *_Nullable text,
                        size_t text_count, const uint8_t *_Nullable key, size_t key_count);

#endif
