import type { Limits } from '../http/limits.ts'
import type { Redis, Script } from './redis.ts'

/** Counts a call of a key in a window that begins with its first call; answers 0, or the milliseconds to wait. */
const take: Script = {
  lua: `local count = tonumber(redis.call('GET', KEYS[1]) or '0')
local amount = tonumber(ARGV[3])
if count + amount > tonumber(ARGV[1]) then
  local left = redis.call('PTTL', KEYS[1])
  if left > 0 then return left end
  redis.call('DEL', KEYS[1])
end
if redis.call('INCRBY', KEYS[1], amount) == amount then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0`,
}

/**
 * Counts calls for all processes that share a Redis, in the same windows as `createLimits`. While Redis is away or slow
 * each process counts by itself, in `fallback`.
 */
export function createSharedLimits(terms: { redis: Redis; factor: number; fallback: Limits }): Limits {
  const { redis, factor, fallback } = terms
  return {
    async take(key, limit, amount = 1) {
      if (!redis.isUp()) return fallback.take(key, limit, amount)
      const max = Math.max(1, Math.floor(limit.max * factor))
      try {
        const leftMs = Number(await redis.run(take, `limit:${key}`, [max, limit.windowS * 1000, amount]))
        if (leftMs === 0) return { allowed: true, retryAfterS: 0 }
        return { allowed: false, retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) }
      } catch {
        return fallback.take(key, limit, amount)
      }
    },
  }
}
