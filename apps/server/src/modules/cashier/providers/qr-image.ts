import type { PartyCaller } from '../../../platform/party-call.ts'
import { PARTY_TIMEOUT_MS } from './party-terms.ts'

const PICTURE_MAX_BYTES = 128 * 1024
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** What makes an SVG more than a drawing: scripts, handlers, documents inside, and whatever is fetched from elsewhere. */
const LIVELY = [
  /<!(?!--)/,
  /<\s*(script|foreignobject|iframe|object|embed|animate|set|handler|style)\b/i,
  /\son[a-z]+\s*=/i,
  /javascript:/i,
  /(href|src)\s*=\s*["']?(?!["']?(#|data:image\/(png|jpeg);base64,))/i,
  /url\(\s*["']?(?!["']?#)/i,
]

/** The picture of a QR as a data URL; null for what is no PNG and no SVG that is a drawing alone. */
export function readQrImage(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes)
  if (buffer.subarray(0, PNG.length).equals(PNG)) return `data:image/png;base64,${buffer.toString('base64')}`
  const text = buffer.toString('utf8').replace(/^\uFEFF?\s*(<\?xml[^>]*\?>)?\s*/, '')
  if (!/^<svg[\s>]/.test(text) || !/<\/svg>\s*$/.test(text) || LIVELY.some((sign) => sign.test(text))) return null
  return `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
}

/**
 * Fetches the picture of a QR from one of the hosts that a party may name; null when it is elsewhere, too large, or no
 * picture. The keys in `headers` go to the party's own origin alone.
 */
export async function fetchQrImage(
  send: PartyCaller,
  url: unknown,
  from: { own: string; hosts: readonly string[]; headers: Record<string, string>; timeoutMs?: number | undefined },
): Promise<string | null> {
  if (typeof url !== 'string' || !URL.canParse(url)) return null
  const { origin, host, protocol } = new URL(url)
  const isOwn = origin === new URL(from.own).origin
  if (!isOwn && !(protocol === 'https:' && from.hosts.includes(host))) return null
  const reply = await send({
    method: 'GET',
    url,
    timeoutMs: from.timeoutMs ?? PARTY_TIMEOUT_MS,
    maxBytes: PICTURE_MAX_BYTES,
    headers: { accept: 'image/svg+xml, image/png', ...(isOwn ? from.headers : {}) },
    isBinary: true,
  })
  return reply.status === 200 && reply.body instanceof Uint8Array ? readQrImage(reply.body) : null
}
