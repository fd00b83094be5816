import type { Clock } from '../clock.ts'
import type { Limit } from './route.ts'

/** `retryAfterS` is zero for what is let through. */
interface LimitVerdict {
  allowed: boolean
  retryAfterS: number
}

/** Counts calls. A store shared by several processes answers later than one in memory, hence the promise. */
export interface Limits {
  /** `amount` is what the call counts, one unless told. */
  take(key: string, limit: Limit, amount?: number): Promise<LimitVerdict>
}

interface Window {
  count: number
  endsAtMs: number
}

const KEYS_MAX = 100_000
const KEYS_KEPT = 95_000

/** Counts in memory, in windows that begin with the first call of a key. `factor` multiplies every `max`. */
export function createLimits({ clock, factor }: { clock: Clock; factor: number }): Limits {
  const windows = new Map<string, Window>()

  /** Memory stays bounded: windows that ended go first, then the oldest ones, enough not to look through all soon again. */
  function makeRoom(nowMs: number): void {
    for (const [key, window] of windows) if (window.endsAtMs <= nowMs) windows.delete(key)
    for (const key of windows.keys()) {
      if (windows.size <= KEYS_KEPT) return
      windows.delete(key)
    }
  }

  return {
    async take(key, limit, amount = 1) {
      const nowMs = clock.now().getTime()
      const max = Math.max(1, Math.floor(limit.max * factor))
      let window = windows.get(key)
      if (!window || window.endsAtMs <= nowMs) {
        windows.delete(key)
        if (windows.size >= KEYS_MAX) makeRoom(nowMs)
        window = { count: 0, endsAtMs: nowMs + limit.windowS * 1000 }
        windows.set(key, window)
      }
      if (window.count + amount > max) {
        return { allowed: false, retryAfterS: Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000)) }
      }
      window.count += amount
      return { allowed: true, retryAfterS: 0 }
    },
  }
}

/**
 * The part of an address that limits count by: an IPv4 address as it is, of an IPv6 address the network of 64 bits,
 * which one customer of a provider has all for himself.
 */
export function addressGroup(address: string): string {
  const mapped = mappedOf(address)
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address.slice(0, 64)
  const parts = partsOf(address)
  return parts === null ? address.slice(0, 64) : `${parts.slice(0, 4).join(':')}::/64`
}

/**
 * The network around an address: 24 bits of IPv4, 48 of IPv6, which providers give to one customer, who has then 65,536
 * groups of addresses. Many people may stand there, so that ceilings by it only ask for more work.
 */
export function addressNetwork(address: string): string {
  const plain = mappedOf(address) ?? address
  const bytes = /^(\d+\.\d+\.\d+)\.\d+$/.exec(plain)?.[1]
  if (bytes !== undefined) return `${bytes}.0/24`
  const parts = address.includes(':') ? partsOf(address) : null
  return parts === null ? address.slice(0, 64) : `${parts.slice(0, 3).join(':')}::/48`
}

function mappedOf(address: string): string | undefined {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
}

/** The eight parts of an IPv6 address; null for what is none. */
function partsOf(address: string): string[] | null {
  const bare = address.split('%')[0] ?? ''
  if (!URL.canParse(`http://[${bare}]`)) return null
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right]
}
