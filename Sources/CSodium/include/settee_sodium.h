// The Swift interface to libsodium, used for end-to-end encryption.
//
// libsodium is loaded with dlopen on first use, because most users don't encrypt their mirror. The
// declarations are our own, so no header is needed to build. Call settee_sodium_open first. If it
// returns NULL, the other functions may be called from any thread.
#ifndef SETTEE_SODIUM_H
#define SETTEE_SODIUM_H

#include <stddef.h>
#include <stdint.h>

/// Loads libsodium.
///
/// Returns NULL on success, or an error message.
const char *_Nullable settee_sodium_open(void);

/// Allocates memory that is excluded from swap and core dumps. settee_sodium_free zeroes it.
void *_Nullable settee_sodium_memory(size_t count);
void settee_sodium_free(void *_Nonnull memory);
/// Zeroes memory in a way that the compiler can't optimize away.
void settee_sodium_wipe(void *_Nullable memory, size_t count);
void settee_sodium_random(void *_Nullable memory, size_t count);

/// Encrypts with XChaCha20-Poly1305 (IETF), using a 32-byte key and a 24-byte nonce.
///
/// The ciphertext is 16 bytes longer than the plaintext. `bound` is the additional authenticated
/// data.
void settee_sodium_seal(void *_Nullable sealed, const void *_Nullable text, size_t text_count,
                        const void *_Nullable bound, size_t bound_count,
                        const void *_Nullable nonce, const void *_Nullable key);
/// Decrypts and returns 0, or returns another value if authentication fails.
int settee_sodium_unseal(void *_Nullable text, const void *_Nullable sealed, size_t sealed_count,
                         const void *_Nullable bound, size_t bound_count,
                         const void *_Nullable nonce, const void *_Nullable key);

/// Derives a key with Argon2id from a passphrase and a 16-byte salt.
///
/// Returns 0 unless memory is insufficient.
int settee_sodium_stretch(void *_Nullable key, size_t key_count, const void *_Nullable passphrase,
                          size_t passphrase_count, const void *_Nullable salt, uint64_t passes,
                          size_t memory);

/// Computes a BLAKE2b hash, with a key of 16 to 64 bytes or, if `key_count` is 0, without one.
void settee_sodium_hash(void *_Nullable hash, size_t hash_count, const void *_Nullable text,
                        size_t text_count, const void *_Nullable key, size_t key_count);

#endif
