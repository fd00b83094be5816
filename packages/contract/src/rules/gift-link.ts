/** What the web app and the server share when nobody set KRAPAO_LINK_SECRET. */
export const LINK_SECRET_DEFAULT = 'krapao-shared-link'

/** What the key is derived for: another purpose with the same secret has another key. */
const KEY_INFO = 'krapao-truelink-v1'
const IV_BYTES = 12

/**
 * Hides a gift link as `POST /api/wallet/truelink` takes it: AES-256-GCM by WebCrypto with the HKDF-SHA-256 key of the
 * shared secret, written as base64url of `iv(12) || ciphertext || tag(16)` (api.md). It hides from onlookers alone: the
 * secret stands in the web app for all to read (decisions 3.4). `iv` is for tests; each call takes a new one otherwise.
 * Where the browser has no WebCrypto, on a page that came by plain http, it is done in plain JavaScript, loaded then.
 */
export async function encryptGiftLink(
  link: string,
  secret: string,
  iv: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): Promise<string> {
  const bytes = new TextEncoder()
  const [text, key, info] = [bytes.encode(link), bytes.encode(secret), bytes.encode(KEY_INFO)]
  const sealed = hasWebCrypto()
    ? await seal({ text, secret: key, info, iv })
    : (await import('./gift-link-plain.ts')).sealPlainly({ text, secret: key, info, iv })
  const written = btoa(String.fromCharCode(...iv, ...sealed))
  return written.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Its type says that it is always there, which it is on secure pages alone. */
function hasWebCrypto(): boolean {
  return (crypto as { subtle?: unknown }).subtle !== undefined
}

async function seal(given: {
  secret: Uint8Array<ArrayBuffer>
  info: Uint8Array<ArrayBuffer>
  iv: Uint8Array<ArrayBuffer>
  text: Uint8Array<ArrayBuffer>
}): Promise<Uint8Array> {
  const { subtle } = crypto
  const base = await subtle.importKey('raw', given.secret, 'HKDF', false, ['deriveKey'])
  const terms = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: given.info }
  const key = await subtle.deriveKey(terms, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt'])
  return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: given.iv }, key, given.text))
}
