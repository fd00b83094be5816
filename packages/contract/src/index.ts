/** The contract of server and clients: every call, its shapes and codes, and the rules that both sides check. */
export type { AnswerOf, BodyOf, Call, Caller, ParamsOf, QueryOf, SentBodyOf, UploadTerms } from './call.ts'
export { defineCall } from './call.ts'
export * as calls from './calls.ts'
export { allCalls } from './all-calls.ts'
export * from './codes.ts'
export * as desk from './desk.ts'
export { deskCalls } from './desk-calls.ts'
export {
  ADJUSTMENT_MAX_MINOR,
  ADJUSTMENT_REASONS,
  type AdjustmentReason,
  type DeskProposal,
  PROPOSAL_ACCOUNTS,
  PROPOSAL_FACTS,
  PROPOSAL_MEMBER_STATES,
  PROPOSAL_STATES,
  PROPOSALS_PAGE_SIZE,
  type ProposalAccount,
  type ProposalFact,
  type ProposalOutlook,
} from './desk-proposals.ts'
export {
  DESK_SEARCH_MIN,
  type DeskMember,
  type DeskTimelineRow,
  NOTE_MAX,
  PAYOUT_REFERENCE,
  REVEAL_FIELDS,
  REVEAL_MS,
  type RevealField,
  searchWords,
  TIMELINE_KINDS,
  TIMELINE_PAGE_SIZE,
  type TimelineKind,
} from './desk-members.ts'
export {
  DATA_REFUSALS,
  DATA_REQUEST_DUE_DAYS,
  DATA_REQUEST_KINDS,
  DATA_REQUEST_NOTE_MAX,
  DATA_REQUEST_TOLD_DAYS,
  DATA_REQUESTS_PAGE_SIZE,
  type DataRequestKind,
  type DataRequestReason,
  type DataRequestState,
  type DeskDataRequest,
} from './desk-data-requests.ts'
export { RECON_ROWS_MAX, type ReconDay, type ReconMapping } from './desk-recon.ts'
export { REPORT_PAGE_SIZE } from './desk-reports.ts'
export { ALERT_AGAIN_MS, type AlertKind, type QueueKind, TODAY_PAGE_SIZE } from './desk-today.ts'
export * from './decision-codes.ts'
export {
  DECISION_CLAIM_MS,
  DECISION_LATE_MS,
  DECISION_PARTS,
  type DecisionAction,
  type DecisionEvidence,
  type DecisionField,
  type DecisionPart,
  type DecisionRowOnWire,
  DECISIONS_PAGE_SIZE,
  HOLD_HOURS_MAX,
} from './desk-decisions.ts'
export type {
  ComposedMessage,
  DeskAuditRow,
  DeskEvents,
  DeskFacts,
  DeskHint,
  DeskMessage,
  DeskReply,
  DeskRoom,
  DeskStaffRow,
  DeskStaffSession,
  FigureRow,
} from './desk-shapes.ts'
export type * from './content-documents.ts'
export { DEED_FACTS } from './deed-facts.ts'
export { DEED_GROUPS, DEED_NAMES, type DeedGroup, type DeedName, termsOfDeed } from './deeds.ts'
export * from './rules/desk-message.ts'
export { contradictionsOf } from './rules/bonus-offer.ts'
export * from './rules/bonus-terms.ts'
export {
  type Offer,
  OFFER_COST_OF_ONE_MAX,
  OFFER_SOURCES,
  type OfferDraft,
  type OfferSimulation,
  type OfferSource,
  type OfferState,
  sentOffer,
  SIMULATED_DAYS,
  SIMULATION_LASTS_MS,
} from './desk-bonuses.ts'
export {
  RELEASE_REASONS,
  RELEASE_REPLAY_DAYS,
  type ReleaseReason,
  type ReleaseReplay,
  type ReleaseRules,
  type ReleaseVersion,
} from './desk-release.ts'
export {
  CONTENT_AHEAD_DAYS,
  CONTENT_PARTS,
  CONTENT_PICTURE_BYTES_MAX,
  CONTENT_STATES,
  CONTENT_TEXTS,
  type ContentPart,
  type ContentVersion,
  DEPOSIT_ACCOUNTS_WAIT_MS,
} from './desk-content.ts'
export {
  type DeskSetting,
  type DeskSettingChange,
  SETTING_FORMS,
  SETTING_GROUPS,
  SETTING_UNITS,
  type SettingValue,
} from './desk-settings.ts'
export { CONTENT_PROBLEMS, type ContentProblem } from './content-problems.ts'
export { mayGoOn } from './going-on.ts'
export * from './error-texts.ts'
export { type Banner, type GameAccount, isStorable, type Slip, type UserBonus } from './shapes.ts'
export * from './factors.ts'
export type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from './security.ts'
export type { ChatMessage } from './chat.ts'
export type { Promotion } from './promotion.ts'
export type { QrCode } from './qr.ts'
export type { Receipt, StatementRow } from './statement.ts'
export * from './live.ts'
export * from './limits.ts'
export { isDefiniteNo } from './definite-no.ts'
export * from './money-refusals.ts'
export * from './read-request.ts'
export { inAsciiDigits, onlyDigits } from './rules/ascii-digits.ts'
export * from './rules/bank-account.ts'
export { isBlank } from './rules/blank.ts'
export * from './rules/chat-message.ts'
export { csvText } from './rules/csv.ts'
export { BANGKOK_OFFSET_MS, monthsAfter } from './rules/months-after.ts'
export { encryptGiftLink, LINK_SECRET_DEFAULT } from './rules/gift-link.ts'
export { isGuestId } from './rules/guest-id.ts'
export { isIdempotencyKey, referenceOf } from './rules/idempotency-key.ts'
export { inviteCodeOf, inviterOf, isInviteCode } from './rules/invite-code.ts'
export * from './rules/password.ts'
export { type Country, isPhoneNumber, normalisePhoneNumber } from './rules/phone.ts'
export { openApiDocument } from './openapi.ts'
export { operationCalls } from './operations.ts'
export { refusalsOf } from './refusals.ts'
export * from './roles.ts'
