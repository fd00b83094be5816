export { openRedis, type Redis } from './redis.ts'
export { createSharedLimits } from './shared-limits.ts'
export { shareSignals } from './shared-signals.ts'
