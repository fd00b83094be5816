import { createHash, timingSafeEqual } from 'node:crypto'

/** Fields as they go over the wire. */
export type JeepayFields = Readonly<Record<string, unknown>>

/**
 * Signs fields as gateways of the Jeepay kind do: every one but `sign` that is neither null nor empty as `name=value&`,
 * sorted without regard to case, then `key=SECRET`; MD5 in upper-case hexadecimal.
 */
export function jeepaySign(fields: JeepayFields, key: string): string {
  const parts = Object.entries(fields)
    .filter(([name, value]) => name !== 'sign' && value !== null && value !== undefined && value !== '')
    .map(
      ([name, value]) =>
        `${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)}&`,
    )
    .toSorted((one, other) => compare(one.toLowerCase(), other.toLowerCase()))
  return createHash('md5')
    .update(`${parts.join('')}key=${key}`)
    .digest('hex')
    .toUpperCase()
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Whether `sign` is the signature of exactly these fields. */
export function isJeepaySigned(fields: JeepayFields, sign: unknown, key: string): boolean {
  if (typeof sign !== 'string' || !/^[0-9A-Fa-f]{32}$/.test(sign)) return false
  return timingSafeEqual(Buffer.from(jeepaySign(fields, key), 'hex'), Buffer.from(sign, 'hex'))
}
