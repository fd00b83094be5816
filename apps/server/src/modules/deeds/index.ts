export { actorNames, type NamesOf } from './actor-names.ts'
export { type Actor, agentOf, type By, BY_ITSELF, byAgent, byCommand, type Deed, type Facts } from './deeds.ts'
export { deedById, type DeedRow, deedsAbout, deedsPage, deedsSince, tallyDeed, writeDeed } from './deeds.store.ts'
export { postWithDeed } from './deed-posting.ts'
export { type DeedsReport, verifyDeeds } from './deeds-chain.store.ts'
export { maskNumbers } from './deeds.rules.ts'
export { deedsMigrations } from './deeds.migrations.ts'
export { shownFacts } from './decisions/decision-facts.ts'
export {
  type DecisionDeed,
  type DecisionFacts,
  type DecisionFields,
  type DecisionKind,
  type DecisionOutcome,
  type DecisionReading,
  type DecisionRow,
  decisionSubject,
} from './decisions/decision-kind.ts'
export { waitingOfMember } from './decisions/waiting.store.ts'
export { decisionAction, done, doneOrMoved, moved, noteField, stepAt } from './decisions/decision-shapes.ts'
