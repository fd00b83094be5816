import { isInviteCode, joinAccountName } from '@krapao/contract'
import { readPhone } from '../../lib/read-phone.ts'
import { plainDigits } from '../../lib/typed-digits.ts'
import { RESEND_MS } from '../../lib/use-resend.ts'
import type { Registration } from './register.api.ts'

/** The steps of the wizard, in their order (REG-002). */
export const steps = ['phone', 'otp', 'profile', 'bank'] as const
export type Step = (typeof steps)[number]

/** All that the wizard asks for; steps already left keep what was typed. */
export interface Draft {
  readonly phone: string
  /** Of the last code that was sent; undefined while none was. */
  readonly otpRef?: string
  readonly otpToken?: string
  /** The phone that it was sent to, and when. */
  readonly otpPhone?: string
  readonly otpSentAtMs?: number
  /** That phone was verified with it. */
  readonly isVerified?: boolean
  readonly name: string
  readonly password: string
  readonly confirm: string
  readonly sourceCode: string
  readonly inviteCode: string
  readonly bankCode: string
  readonly bankAccountNo: string
  readonly firstName: string
  readonly lastName: string
  readonly currency: 'BAHT' | 'LAK'
}

/** What each step is given. */
export interface StepProps {
  readonly draft: Draft
  /** Keeps what was typed. */
  readonly change: (part: Partial<Draft>) => void
  readonly go: (step: Step) => void
}

/** A draft at the beginning. In the build for Laos payouts are in kip unless chosen otherwise (section 9). */
export function emptyDraft(inviteCode: string, isLaos: boolean): Draft {
  return {
    phone: '',
    name: '',
    password: '',
    confirm: '',
    sourceCode: '',
    inviteCode,
    bankCode: '',
    bankAccountNo: '',
    firstName: '',
    lastName: '',
    currency: isLaos ? 'LAK' : 'BAHT',
  }
}

/** Whether this phone was just sent a code that is still to be entered: whoever comes back goes on with it. */
export function isCodeOnItsWay(draft: Draft, phone: string, nowMs: number): boolean {
  const { otpPhone, otpToken, otpSentAtMs = 0, isVerified = false } = draft
  return otpToken !== undefined && otpPhone === phone && !isVerified && nowMs < otpSentAtMs + RESEND_MS
}

/**
 * Where a registration goes on after its page was fetched again: at the step that it stood at, or at the last one before
 * it that what is still there is enough for: at the first without the phone (decisions 2.45), and not at the fourth,
 * because the password is never kept.
 */
export function stepToResume(step: unknown, draft: Draft, isLaos: boolean): Step {
  if (!readPhone(draft.phone, isLaos).isGood) return 'phone'
  if (step === 'otp') return draft.otpToken !== undefined && draft.otpPhone === draft.phone ? 'otp' : 'phone'
  return step === 'profile' || step === 'bank' ? 'profile' : 'phone'
}

/** The step that the browser's back leads to: what was typed is all there still, and a code that was used is not asked again. */
export function stepToReturnTo(step: unknown, draft: Draft, isLaos: boolean): Step {
  if (step === 'otp' && draft.isVerified === true) return 'phone'
  return step === 'bank' && draft.password !== '' ? 'bank' : stepToResume(step, draft, isLaos)
}

/** The inviter's code out of an address's query, or undefined when there is none that can be one (decisions 2.48). */
export function inviteCodeOf(search: string): string | undefined {
  const code = new URLSearchParams(search).get('code')
  return code !== null && isInviteCode(code) ? code : undefined
}

/** What is sent of a draft (REG-025, REG-034). */
export function registrationOf(draft: Draft): Registration {
  return {
    name: draft.name.trim(),
    username: draft.phone,
    password: draft.password,
    sourceCode: draft.sourceCode,
    inviteCode: draft.inviteCode,
    bankCode: draft.bankCode,
    bankAccountName: joinAccountName(draft.firstName, draft.lastName),
    bankAccountNo: plainDigits(draft.bankAccountNo),
    currency: draft.currency,
  }
}
