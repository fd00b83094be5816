import { DAY_MS } from '../../../platform/durations.ts'
import type { PaymentFlagKind } from './payment-flags.rules.ts'

/** What members have in common that an operator should look at. */
export type FlagKind =
  | 'bank-number'
  | 'bank-name'
  | 'device'
  | 'address'
  | 'self-invite'
  | 'invite-ring'
  | 'opposite-results'
  | 'excluded-again'
  | PaymentFlagKind

/** How grave a flag is: one that a person calls high makes the withdrawals of its members wait. */
export type FlagSeverity = 'normal' | 'high'

/** What a person found of it: it is so, it is not, or nobody can tell. */
export const FLAG_VERDICTS = ['true', 'false', 'unsure'] as const
export type FlagVerdict = (typeof FLAG_VERDICTS)[number]

/** So many members behind one address are a crowd; fewer are a household. */
export const CROWD = 5
/** So many whom invitations connect are a ring. */
export const RING = 3
/** What one of two lost and the other won on one day is noted from this much on, when it differs by this part at most. */
export const OPPOSITE_FROM_MINOR = 500_00
export const OPPOSITE_APART_MAX = 0.1
/** How long what a person found false stays so, whoever tries. */
export const FALSE_FOR_MS = 30 * DAY_MS

/** How far back logins and days of play are looked at. */
export const LOGINS_BACK_MS = 30 * DAY_MS
export const PLAY_BACK_MS = 7 * DAY_MS
