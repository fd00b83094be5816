import { createHmac, timingSafeEqual } from 'node:crypto'

/** How far the time of a signature may lie from ours, in either direction. */
const SIGNATURE_WINDOW_S = 300

const HEADER_SHAPE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

/**
 * Says whether `header` ("t=UNIX,v1=HEX") is the bank's signature over exactly these bytes: HMAC-SHA-256 with `secret`
 * over `t + "." + body`, not older than five minutes and not further in the future either (rulings 3.2).
 */
export function isSignedByBank(given: {
  header: string | string[] | undefined
  body: Uint8Array
  secret: string
  now: Date
}): boolean {
  if (typeof given.header !== 'string') return false
  const [, time, signature] = HEADER_SHAPE.exec(given.header) ?? []
  if (time === undefined || signature === undefined) return false
  const expected = createHmac('sha256', given.secret).update(`${time}.`).update(given.body).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return false
  return Math.abs(Math.floor(given.now.getTime() / 1000) - Number(time)) <= SIGNATURE_WINDOW_S
}
