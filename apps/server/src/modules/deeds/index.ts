export {
  type Actor,
  agentOf,
  type By,
  BY_ITSELF,
  byAgent,
  byCommand,
  type DeedRow,
  deedsPage,
  deedsSince,
  type Facts,
  tallyDeed,
  writeDeed,
} from './deeds.ts'
export { type DeedsReport, verifyDeeds } from './deeds-chain.ts'
export { deedsMigrations } from './deeds.migrations.ts'
