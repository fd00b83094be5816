import type { ComponentType } from 'react'
import type { ModalName, ModalProps } from '../lib/modals.ts'
import type { TextGroup } from '../lib/texts/text-values.ts'
import { MessageDialog } from './message-dialog.tsx'

/** What draws a modal, and the texts that it needs beyond those of members' pages; both are fetched together. */
export interface ModalPart<Name extends ModalName> {
  readonly texts: readonly TextGroup[]
  /** Its sheet is as tall whatever stands on it, also before it has come. */
  readonly isTall?: true
  readonly load: () => Promise<ComponentType<ModalProps<Name>>>
}

/** One file draws all that protects a player. */
export const fetchProtection = () => import('../features/protection/protection-sheet.tsx')
const protectionTexts: readonly TextGroup[] = ['protection', 'protection-sheets', 'errors']

/** Which feature draws which modal. Anything opens one by its name, with `openModal` of lib. */
export const modalParts: { readonly [Name in ModalName]?: ModalPart<Name> } = {
  conditions: {
    texts: ['howto'],
    load: async () => (await import('../features/conditions/conditions-sheet.tsx')).ConditionsSheet,
  },
  agreement: {
    texts: ['howto'],
    load: async () => (await import('../features/conditions/agreement-sheet.tsx')).AgreementSheet,
  },
  deposit: {
    texts: ['deposit', 'errors'],
    isTall: true,
    load: async () => (await import('../features/deposit/deposit-sheet.tsx')).DepositSheet,
  },
  'slot-account': {
    texts: ['games', 'errors'],
    load: async () => (await import('../features/games/slot-account-sheet.tsx')).SlotAccountSheet,
  },
  transfer: {
    texts: ['transfer', 'errors'],
    load: async () => (await import('../features/transfer/transfer-sheet.tsx')).TransferSheet,
  },
  withdraw: {
    texts: ['withdraw', 'errors'],
    load: async () => (await import('../features/withdraw/withdraw-sheet.tsx')).WithdrawSheet,
  },
  bonus: {
    texts: ['bonus', 'bonus-offer', 'banner'],
    load: async () => (await import('../features/bonus/bonus-sheet.tsx')).BonusSheet,
  },
  promotion: {
    texts: ['promotion'],
    load: async () => (await import('../features/promotion/promotion-sheet.tsx')).PromotionSheet,
  },
  invite: {
    texts: ['invite', 'banner'],
    load: async () => (await import('../features/invite/invite-sheet.tsx')).InviteSheet,
  },
  'invite-receive': {
    texts: ['invite'],
    load: async () => (await import('../features/invite/receive-dialog.tsx')).ReceiveDialog,
  },
  refund: {
    texts: ['refund', 'banner', 'errors'],
    load: async () => (await import('../features/refund/refund-sheet.tsx')).RefundSheet,
  },
  receipt: {
    texts: ['receipt', 'withdraw', 'transfer'],
    load: async () => (await import('../features/statement/receipt-sheet.tsx')).ReceiptSheet,
  },
  'history-export': {
    texts: ['history-export'],
    load: async () => (await import('../features/statement/export-sheet.tsx')).ExportSheet,
  },
  slips: {
    texts: ['deposit', 'errors'],
    load: async () => (await import('../features/statement/slips-sheet.tsx')).SlipsSheet,
  },
  'bank-name': {
    texts: ['profile'],
    load: async () => (await import('../features/profile/bank-name-sheet.tsx')).BankNameSheet,
  },
  'change-password': {
    texts: ['profile'],
    load: async () => (await import('../features/profile/password-sheet.tsx')).PasswordSheet,
  },
  limit: {
    texts: protectionTexts,
    load: async () => (await fetchProtection()).LimitSheet,
  },
  'cool-off': {
    texts: protectionTexts,
    load: async () => (await fetchProtection()).CoolOffSheet,
  },
  'self-exclusion': {
    texts: protectionTexts,
    load: async () => (await fetchProtection()).ExclusionSheet,
  },
  net: {
    texts: protectionTexts,
    isTall: true,
    load: async () => (await fetchProtection()).NetSheet,
  },
  'play-time': {
    texts: protectionTexts,
    load: async () => (await fetchProtection()).TimeSheet,
  },
  'reality-check': {
    texts: protectionTexts,
    load: async () => (await fetchProtection()).RealityCheckDialog,
  },
  'own-data': {
    texts: protectionTexts,
    isTall: true,
    load: async () => (await fetchProtection()).OwnDataSheet,
  },
  'step-up': {
    texts: ['factors', 'errors'],
    load: async () => (await import('../features/security/step-up-sheet.tsx')).StepUpSheet,
  },
  // Says what went wrong, also when nothing can be fetched.
  message: { texts: [], load: async () => MessageDialog },
}
