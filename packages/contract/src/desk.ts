/**
 * All calls of the support desk by name, which is for the operator's staff alone: they are answered on an origin of their
 * own (DESK_PORT), by tokens of staff, and nowhere else.
 */
export * from './desk-audit.ts'
export {
  deskBonus,
  deskBonuses,
  deskDiscardBonus,
  deskPublishBonus,
  deskSaveBonus,
  deskSimulateBonus,
  deskStopBonus,
} from './desk-bonuses.ts'
export * from './desk-chat.ts'
export {
  deskContent,
  deskContentPart,
  deskContentPicture,
  deskContentVersion,
  deskPublishContent,
  deskWithdrawContent,
} from './desk-content.ts'
export {
  deskDataRequests,
  deskDeliverDataRequest,
  deskReceiveDataRequest,
  deskRefuseDataRequest,
  deskVerifyDataRequest,
} from './desk-data-requests.ts'
export {
  deskClaimDecision,
  deskAskParty,
  deskDecide,
  deskDecision,
  deskDecisionMembers,
  deskDecisions,
  deskReleaseDecision,
} from './desk-decisions.ts'
export * from './desk-login.ts'
export {
  deskAddNote,
  deskEndBonus,
  deskEndSessions,
  deskKeepFactors,
  deskLockMember,
  deskMember,
  deskReadGame,
  deskRememberPayout,
  deskRenewGame,
  deskRemoveFactors,
  deskReveal,
  deskSearch,
  deskTimeline,
  deskUnlockMember,
} from './desk-members.ts'
export {
  deskAdjust,
  deskConfirmProposal,
  deskProposal,
  deskProposalOutlook,
  deskProposals,
  deskRefuseProposal,
  deskWithdrawProposal,
} from './desk-proposals.ts'
export * from './desk-protection.ts'
export {
  deskReconClose,
  deskReconDay,
  deskReconExplain,
  deskReconForget,
  deskReconImport,
  deskReconMapping,
  deskReconMatch,
  deskReconParties,
} from './desk-recon.ts'
export { deskReleasePropose, deskReleaseReplay, deskReleaseRules } from './desk-release.ts'
export { deskReportDays, deskReportExport, deskReportFigure } from './desk-reports.ts'
export { deskSetting, deskSettings, deskSetSetting } from './desk-settings.ts'
export * from './desk-staff.ts'
export { deskAcknowledgeAlert, deskToday, deskTodayList } from './desk-today.ts'
