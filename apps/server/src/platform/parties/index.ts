export type { PartyHealth } from './health.rules.ts'
export { partiesMigrations } from './health.store.ts'
export type { PartyWatch } from './party-health.ts'
export { createPartyWatch } from './party-health.ts'
