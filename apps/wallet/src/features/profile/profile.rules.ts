import { isAccountNameFor, normaliseAccountNo } from '@krapao/contract'
import type { MemberProfile, ProfileChange } from './profile.api.ts'

/** What can be edited, as it stands in the form. */
export interface ProfileDraft {
  readonly name: string
  readonly bankCode: string
  readonly bankAccountName: string
  readonly bankAccountNo: string
  /** Asked for when a bank field differs (rulings 5.6). */
  readonly password: string
}

export type ProfileField = keyof ProfileDraft

/** The form as it is opened: with what is saved. */
export function draftOf({ profile, bankAccount }: MemberProfile): ProfileDraft {
  return {
    name: profile.name,
    bankCode: bankAccount.bankCode,
    bankAccountName: bankAccount.bankAccountName,
    bankAccountNo: bankAccount.bankAccountNo,
    password: '',
  }
}

/** Whether the name of a bank account is offered for correction: the bank wants English and it is none (PRF-018 to 021). */
export function isAccountNameEditable({ bank, bankAccountName }: MemberProfile['bankAccount']): boolean {
  return !isAccountNameFor(bank, bankAccountName)
}

/** Whether anything differs from what is saved. */
export function isChanged(draft: ProfileDraft, saved: MemberProfile): boolean {
  return draft.name.trim() !== saved.profile.name || movesAccount(draft, saved)
}

/** Whether withdrawals would go elsewhere: then the password is asked for. Dashes and spaces in the number do not count. */
export function movesAccount(draft: ProfileDraft, { bankAccount }: MemberProfile): boolean {
  return (
    draft.bankCode !== bankAccount.bankCode ||
    draft.bankAccountName.trim() !== bankAccount.bankAccountName ||
    draft.bankAccountNo.replaceAll(/[- ]/g, '') !== bankAccount.bankAccountNo
  )
}

/** The first field that has nothing in it, in the order of the form. */
export function firstEmpty(draft: ProfileDraft, saved: MemberProfile): ProfileField | undefined {
  const required: readonly ProfileField[] = ['name', 'bankCode', 'bankAccountName', 'bankAccountNo']
  const empty = required.find((field) => draft[field].trim() === '')
  return empty ?? (movesAccount(draft, saved) && draft.password === '' ? 'password' : undefined)
}

/**
 * What the server would refuse, known without asking: the field and the code. What is saved already is not judged. A bank
 * that is not known takes any name, as far as is known here.
 */
export function brokenRule(
  draft: ProfileDraft,
  saved: MemberProfile,
  bank: { readonly latinNamesOnly: boolean } | undefined,
): { field: ProfileField; code: 'INVALID_BANK' | 'BANK_ACCOUNT_NAME_ENG' } | undefined {
  if (!movesAccount(draft, saved)) return undefined
  if (bank !== undefined && !isAccountNameFor(bank, draft.bankAccountName.trim())) {
    return { field: 'bankAccountName', code: 'BANK_ACCOUNT_NAME_ENG' }
  }
  if (normaliseAccountNo(draft.bankAccountNo) === null) return { field: 'bankAccountNo', code: 'INVALID_BANK' }
  return undefined
}

/** What is sent (PRF-029). Without a change of the bank account its saved fields go along, and no password. */
export function changeOf(draft: ProfileDraft, saved: MemberProfile): ProfileChange {
  const name = draft.name.trim()
  if (!movesAccount(draft, saved)) {
    const { bankCode, bankAccountName, bankAccountNo } = saved.bankAccount
    return { name, bankCode, bankAccountName, bankAccountNo }
  }
  return {
    name,
    bankCode: draft.bankCode,
    bankAccountName: draft.bankAccountName.trim(),
    bankAccountNo: normaliseAccountNo(draft.bankAccountNo) ?? draft.bankAccountNo,
    password: draft.password,
  }
}

/** The letter that stands for a name: its first, in Thai and Lao the first that is no vowel written before its consonant. */
export function initialOf(name: string): string {
  const letters = name.match(/\p{L}/gu) ?? []
  return (letters.find((letter) => !/[เ-ไເ-ໄ]/.test(letter)) ?? '').toUpperCase()
}
