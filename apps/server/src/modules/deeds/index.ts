export {
  type Actor,
  agentOf,
  type By,
  BY_ITSELF,
  byAgent,
  byCommand,
  type Deed,
  deedById,
  type DeedRow,
  deedsAbout,
  deedsPage,
  deedsSince,
  type Facts,
  tallyDeed,
  writeDeed,
} from './deeds.ts'
export { postWithDeed } from './deed-posting.ts'
export { type DeedsReport, verifyDeeds } from './deeds-chain.ts'
export { maskNumbers } from './deeds.rules.ts'
export { deedsMigrations } from './deeds.migrations.ts'
export { shownFacts } from './decision-facts.ts'
export {
  type DecisionDeed,
  type DecisionFacts,
  type DecisionFields,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  decisionSubject,
  waitingOfMember,
} from './decision-kind.ts'
export { decisionAction, done, doneOrMoved, moved, noteField, stepAt } from './decision-shapes.ts'
