export { type Actor, type By, type DeedRow, deedsPage, deedsSince, tallyDeed, writeDeed } from './deeds.ts'
export { type DeedsReport, verifyDeeds } from './deeds-chain.ts'
export { deedsMigrations } from './deeds.migrations.ts'
