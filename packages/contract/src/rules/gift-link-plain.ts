import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'

/**
 * What WebCrypto makes of it where there is one: the ciphertext and tag of a text, under the key derived for `info`. For
 * pages that came by plain http, where browsers have none; loaded there alone.
 */
export function sealPlainly(given: {
  secret: Uint8Array
  info: Uint8Array
  iv: Uint8Array
  text: Uint8Array
}): Uint8Array {
  return gcm(hkdf(sha256, given.secret, undefined, given.info, 32), given.iv).encrypt(given.text)
}
