export { type Actor, type By, byCommand, type DeedRow, deedsPage, deedsSince, tallyDeed, writeDeed } from './deeds.ts'
export { type DeedsReport, verifyDeeds } from './deeds-chain.ts'
export { deedsMigrations } from './deeds.migrations.ts'
