/** What the web app and the server share when nobody set KRAPAO_LINK_SECRET. */
export const LINK_SECRET_DEFAULT = 'krapao-shared-link'

/** What the key is derived for: another purpose with the same secret has another key. */
const KEY_INFO = 'krapao-truelink-v1'
const IV_BYTES = 12

/**
 * Hides a gift link as `POST /api/wallet/truelink` takes it: AES-256-GCM by WebCrypto with the HKDF-SHA-256 key of the
 * shared secret, written as base64url of `iv(12) || ciphertext || tag(16)` (api.md). It hides from onlookers alone: the
 * secret stands in the web app for all to read (decisions 3.4). `iv` is for tests; each call takes a new one otherwise.
 * Rejects where the browser has no WebCrypto: on a page that came neither by https nor from this machine.
 */
export async function encryptGiftLink(
  link: string,
  secret: string,
  iv: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): Promise<string> {
  const bytes = new TextEncoder()
  const { subtle } = crypto
  const base = await subtle.importKey('raw', bytes.encode(secret), 'HKDF', false, ['deriveKey'])
  const terms = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: bytes.encode(KEY_INFO) }
  const key = await subtle.deriveKey(terms, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes.encode(link)))
  const text = btoa(String.fromCharCode(...iv, ...sealed))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
