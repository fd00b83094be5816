import type { AnswerOf, calls, LimitKind, LimitPeriod, SentBodyOf } from '@krapao/contract'
import { observed } from '@krapao/web'

/**
 * The modals that are open, by name. Whoever wants one says its name here; app knows which feature draws it, so that a
 * feature can open another's modal without importing it.
 */

/** What each modal is told when it is opened. */
export interface Modals {
  /** At a way of depositing, or the provider of a QR; else at what fits. */
  deposit: { readonly bankCode?: string; readonly way?: 'qr' | 'bank' | 'gift' | 'slip' }
  slips: Readonly<Record<never, never>>
  /** From and to: WALLET or the code of a game; with `isAll` all that is in the first. */
  transfer: { readonly from?: string; readonly to?: string; readonly isAll?: boolean }
  withdraw: Readonly<Record<never, never>>
  'slot-account': { readonly code: string }
  /** A bonus of the operator, by its code. */
  bonus: { readonly code: string }
  /** What is found under a promotion code. */
  promotion: { readonly code: string }
  invite: Readonly<Record<never, never>>
  /** The question before the invite bonus is received. */
  'invite-receive': Readonly<Record<never, never>>
  refund: Readonly<Record<never, never>>
  /** Of a withdrawal that was made just now, `said` is what its sheet has to say, also where it cannot be drawn. */
  receipt: { readonly row: AnswerOf<typeof calls.statementList>['statements'][number]; readonly said?: string }
  /** The history as it is narrowed and as that is called, and how many rows it has. */
  'history-export': {
    readonly request: Pick<SentBodyOf<typeof calls.statementList>, 'kinds' | 'from' | 'to'>
    readonly timeName: string
    readonly kindNames: readonly string[]
    readonly total: number
  }
  conditions: Readonly<Record<never, never>>
  agreement: Readonly<Record<never, never>>
  'bank-name': Readonly<Record<never, never>>
  'change-password': Readonly<Record<never, never>>
  /** A limit of the member's own, to be set or changed. */
  limit: { readonly kind: LimitKind; readonly period?: LimitPeriod }
  'cool-off': Readonly<Record<never, never>>
  'self-exclusion': Readonly<Record<never, never>>
  net: Readonly<Record<never, never>>
  'play-time': Readonly<Record<never, never>>
  /** How long the wallet was used without a break, and what came of it, until it is answered. */
  'reality-check': {
    readonly check: NonNullable<AnswerOf<typeof calls.protectionUse>['check']>
    readonly checkMinutes: number
    readonly onLeave: () => unknown
  }
  'own-data': Readonly<Record<never, never>>
  /** Told once whether the member has shown that it is he. */
  'step-up': { readonly act: Act | undefined; readonly onEnd: (isGiven: boolean) => void }
  message: Message
}

/** What is about to be done, as the question names it whether it is the member who does it (beyond 4.2). */
export interface Act {
  /** In the reader's words. */
  readonly title: string
  readonly amountMinor?: number
  /** Names and values: to whom, what remains. */
  readonly facts?: readonly (readonly [name: string, value: string | number])[]
}

/** What happened, in a title and a sentence, until the reader has taken note; of money with its amount. */
export interface Message {
  readonly kind: 'done' | 'failed' | 'waiting'
  readonly title: string
  readonly text: string
  readonly amountMinor?: number
  /** Where the money is, and whether the same may be done again. */
  readonly money?: string
  /** What support finds it by, in words. */
  readonly reference?: string
  /** The money is new in the wallet. */
  readonly isGain?: boolean
  /** What else there is to see or to do of it, in the dialog's place; `isMain` when it is what one would do next. */
  readonly more?: { readonly label: string; readonly isMain?: boolean; readonly onPress: () => void }
  /** Watches, while it is shown, for what takes its place. Returns how to stop. */
  readonly watch?: (onNews: (news: Message) => void) => () => void
}

export type ModalName = keyof Modals

/** What the component of a modal is given: what it was opened with, and how it goes away. */
export type ModalProps<Name extends ModalName> = Modals[Name] & { readonly onClose: () => void }

/** A modal that is open. */
export type OpenModal = {
  [Name in ModalName]: { readonly id: number; readonly name: Name; readonly params: Modals[Name] }
}[ModalName]

type ParamsOf<Name extends ModalName> =
  Readonly<Record<never, never>> extends Modals[Name] ? [params?: Modals[Name]] : [params: Modals[Name]]

const open = observed<readonly OpenModal[]>([])
let lastId = 0

/** Opens a modal over whatever is open. The one that is on top already is not opened twice, as by a double tap. */
export function openModal<Name extends ModalName>(name: Name, ...[params]: ParamsOf<Name>): void {
  if (name !== 'message' && open.read().at(-1)?.name === name) return
  lastId += 1
  open.set([...open.read(), { id: lastId, name, params: params ?? {} } as OpenModal])
}

/** Opens a modal as it was open before the page was fetched again. */
export function reopenModal({ name, params }: Pick<OpenModal, 'name' | 'params'>): void {
  lastId += 1
  open.set([...open.read(), { id: lastId, name, params } as OpenModal])
}

/** Takes one modal away, wherever in the stack it lies. */
export function closeModal(id: number): void {
  open.set(open.read().filter((modal) => modal.id !== id))
}

/** Takes all modals away: another page is shown. */
export function closeModals(): void {
  if (open.read().length > 0) open.set([])
}

/** The open modals, the lowest first; drawn anew when one comes or goes. */
export const useOpenModals = open.use
