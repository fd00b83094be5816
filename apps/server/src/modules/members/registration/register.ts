import { inviterOf } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { operatorWords } from '../../operator/index.ts'
import { insertBankAccount } from '../bank-account/bank-account.store.ts'
import { writeDown } from '../member/audit.store.ts'
import { firstAccounts } from '../member/ledger-accounts.ts'
import { findInviter, insertMember } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { AccountFields } from '../members.types.ts'
import { useUp, useUpAll } from '../otp/otp.store.ts'
import { type Asker, verificationOf } from '../otp/otp.ts'
import { wasOfExcluded } from '../standing/excluded-marks.ts'
import { refuseTakenAccount, refuseTakenPhone } from './refuse-taken.ts'
import {
  type BrokenRule,
  missingBankField,
  readBankAccount,
  type Reading,
  readPartialBankAccount,
  readPerson,
  readPhone,
} from './registration.rules.ts'

/** The fields of a registration as they are sent; what is missing is empty. */
export interface Registration extends AccountFields {
  name: string
  username: string
  password: string
  sourceCode: string
  inviteCode: string
  currency: 'BAHT' | 'LAK'
}

/** Refuses with the code of a broken rule and the fields that break it. */
export function refuseBroken(rule: BrokenRule): never {
  refuse(rule.code, { status: 422, details: { fields: rule.fields } })
}

/** What a reading found, or its refusal. */
export function orRefuse<Value>(reading: Reading<Value>): Value {
  return reading.ok ? reading.value : refuseBroken(reading)
}

// Registration: the rules, who has verified which phone, and the one transaction that makes a member.

async function readBasics(parts: MembersParts, registration: Registration) {
  const settings = await parts.operator.settings()
  const phone = orRefuse(readPhone(registration.username, settings.country, 'username'))
  const person = orRefuse(readPerson(registration, phone, operatorWords(settings)))
  return { phone, registerOTP: settings.registerOTP, person }
}

async function bankOf(parts: MembersParts, bankCode: string) {
  return (await parts.operator.banks()).find(({ code }) => code === bankCode) ?? null
}

/**
 * Whether the phone is free and this asker has verified it; answers the verification to be used up. Whether a phone is
 * registered is told to who has verified it, be it that a registration used that up: nobody counts members by asking.
 */
async function checkPhone(
  parts: MembersParts,
  phone: string,
  registerOTP: boolean,
  asker: Asker,
): Promise<string | null> {
  if (registerOTP && (await verificationOf(parts, parts.database, phone, asker, true)) === null)
    refuse('UNVERIFIED_OTP')
  await refuseTakenPhone(parts, phone)
  if (!registerOTP) return null
  const verification = await verificationOf(parts, parts.database, phone, asker)
  // One that another registration used up meanwhile made a member of this phone.
  if (verification === null) await refuseTakenPhone(parts, phone)
  return verification ?? refuse('UNVERIFIED_OTP')
}

async function originOf(
  parts: MembersParts,
  registration: Registration,
): Promise<{ sourceCode: string | null; inviterId: string | null }> {
  const inviter = inviterOf(registration.inviteCode.trim())
  const sources = await parts.operator.sources('en')
  const isSource = sources.some((source) => source.code === registration.sourceCode)
  return {
    sourceCode: isSource ? registration.sourceCode : null,
    inviterId: inviter === null ? null : await findInviter(parts.database, inviter.toLowerCase()),
  }
}

/** Checks all but the bank's emptiness. Refuses with the codes of account/validate (REG-037). */
export async function validateRegistration(
  parts: MembersParts,
  registration: Registration,
  asker: Asker,
): Promise<void> {
  const { phone, registerOTP } = await readBasics(parts, registration)
  const account = orRefuse(readPartialBankAccount(registration, await bankOf(parts, registration.bankCode)))
  await checkPhone(parts, phone, registerOTP, asker)
  await refuseTakenAccount(parts, account)
}

/** Makes the member, the bank account and the ledger accounts, or nothing (REG-038). */
export async function register(
  parts: MembersParts,
  registration: Registration,
  asker: Asker,
): Promise<{ _id: string }> {
  const { phone, registerOTP, person } = await readBasics(parts, registration)
  const missing = missingBankField(registration)
  if (missing) refuseBroken(missing)
  const account = orRefuse(readBankAccount(registration, await bankOf(parts, registration.bankCode)))
  await checkPhone(parts, phone, registerOTP, asker)
  await refuseTakenAccount(parts, account)
  const origin = await originOf(parts, registration)
  const passwordHash = await parts.passwords.hash(person.password)
  const now = parts.clock.now()
  const id = newId(now)
  await parts.database.transaction(async (tx) => {
    const member = { id, username: phone, name: person.name, passwordHash, ...origin, createdAt: now }
    if (!(await insertMember(tx, member))) refuse('EXISTING_USER')
    const verification = registerOTP ? await verificationOf(parts, tx, phone, asker) : null
    if (registerOTP && (verification === null || !(await useUp(tx, verification, now)))) refuse('UNVERIFIED_OTP')
    await useUpAll(tx, phone, now)
    if (!(await insertBankAccount(tx, id, account, registration.currency, now))) refuse('EXISTING_BANK')
    await parts.ledger.open(tx, firstAccounts(id))
    if (await wasOfExcluded(parts, tx, { phone, account })) await parts.onExcludedAgain(id, tx)
    const detail = { bankCode: account.bankCode, bankAccountNo: account.bankAccountNo, verification }
    await writeDown(tx, { memberId: id, action: 'register', detail, address: asker.address, at: now })
  })
  return { _id: id }
}
