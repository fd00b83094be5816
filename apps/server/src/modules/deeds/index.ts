export {
  type Actor,
  agentOf,
  type By,
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
