#include "settee_sodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// MARK: libsodium declarations

static struct {
  int (*sodium_init)(void);
  void *(*sodium_malloc)(size_t);
  void (*sodium_free)(void *);
  void (*sodium_memzero)(void *, size_t);
  void (*randombytes_buf)(void *, size_t);
  int (*crypto_aead_xchacha20poly1305_ietf_encrypt)(
      unsigned char *, unsigned long long *, const unsigned char *, unsigned long long,
      const unsigned char *, unsigned long long, const unsigned char *, const unsigned char *,
      const unsigned char *);
  int (*crypto_aead_xchacha20poly1305_ietf_decrypt)(
      unsigned char *, unsigned long long *, unsigned char *, const unsigned char *,
      unsigned long long, const unsigned char *, unsigned long long, const unsigned char *,
      const unsigned char *);
  int (*crypto_pwhash)(unsigned char *, unsigned long long, const char *, unsigned long long,
                       const unsigned char *, unsigned long long, size_t, int);
  int (*crypto_generichash)(unsigned char *, size_t, const unsigned char *, unsigned long long,
                            const unsigned char *, size_t);
} sodium;

enum { ARGON2ID13 = 2 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char why_not[160];

#define LOAD(name)                                                                       \
  do {                                                                                   \
    *(void **)&sodium.name = dlsym(library, #name);                                      \
    if (!sodium.name) {                                                                  \
      snprintf(why_not, sizeof why_not, "libsodium is too old: it lacks %s", #name);     \
      return;                                                                            \
    }                                                                                    \
  } while (0)

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libsodium.23.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) {
    snprintf(why_not, sizeof why_not, "libsodium is not installed");
    return;
  }
  LOAD(sodium_init);
  LOAD(sodium_malloc);
  LOAD(sodium_free);
  LOAD(sodium_memzero);
  LOAD(randombytes_buf);
  LOAD(crypto_aead_xchacha20poly1305_ietf_encrypt);
  LOAD(crypto_aead_xchacha20poly1305_ietf_decrypt);
  LOAD(crypto_pwhash);
  LOAD(crypto_generichash);
  if (sodium.sodium_init() < 0) snprintf(why_not, sizeof why_not, "libsodium failed to initialize");
}

const char *settee_sodium_open(void) {
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

// MARK: Memory

void *settee_sodium_memory(size_t count) {
  return settee_sodium_open() ? NULL : sodium.sodium_malloc(count);
}

void settee_sodium_free(void *memory) { sodium.sodium_free(memory); }

void settee_sodium_wipe(void *memory, size_t count) { sodium.sodium_memzero(memory, count); }

void settee_sodium_random(void *memory, size_t count) { sodium.randombytes_buf(memory, count); }

// MARK: Encryption

void settee_sodium_seal(void *sealed, const void *text, size_t text_count, const void *bound,
                        size_t bound_count, const void *nonce, const void *key) {
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(sealed, NULL, text, text_count, bound,
                                                    bound_count, NULL, nonce, key);
}

int settee_sodium_unseal(void *text, const void *sealed, size_t sealed_count, const void *bound,
                         size_t bound_count, const void *nonce, const void *key) {
  return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(text, NULL, NULL, sealed, sealed_count,
                                                           bound, bound_count, nonce, key);
}

int settee_sodium_stretch(void *key, size_t key_count, const void *passphrase,
                          size_t passphrase_count, const void *salt, uint64_t passes,
                          size_t memory) {
  return sodium.crypto_pwhash(key, key_count, passphrase, passphrase_count, salt, passes, memory,
                              ARGON2ID13);
}

void settee_sodium_hash(void *hash, size_t hash_count, const void *text, size_t text_count,
                        const void *key, size_t key_count) {
  sodium.crypto_generichash(hash, hash_count, text, text_count, key, key_count);
}
