import { inviterOf } from '@krapao/contract'
import type { Ledger } from '@krapao/ledger'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type OperatorDoor, operatorWords } from '../operator/index.ts'
import {
  findInviter,
  insertAudit,
  insertBankAccount,
  insertMember,
  isBankAccountTaken,
  isUsernameTaken,
} from './member.store.ts'
import type { Asker, Otp } from './otp.ts'
import { useUp, useUpAll } from './otp.store.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import {
  type BankAccountFields,
  type BrokenRule,
  missingBankField,
  readBankAccount,
  readPartialBankAccount,
  readPerson,
  readPhone,
  type Reading,
} from './registration.rules.ts'
import { firstAccounts } from './wallet.ts'

/** The fields of a registration as they are sent; what is missing is empty. */
export interface Registration extends BankAccountFields {
  name: string
  username: string
  password: string
  sourceCode: string
  inviteCode: string
  currency: 'BAHT' | 'LAK'
}

export interface RegistrationDeps {
  database: Database
  ledger: Pick<Ledger, 'open'>
  clock: Clock
  operator: OperatorDoor
  otp: Otp
  passwords: Passwords
}

export interface RegistrationDoor {
  /** Checks all but the bank's emptiness. Refuses with the codes of account/validate (REG-037). */
  validate(registration: Registration, asker: Asker): Promise<void>
  /** Makes the member, the bank account and the ledger accounts, or nothing (REG-038). */
  register(registration: Registration, asker: Asker): Promise<{ _id: string }>
}

/** Refuses with the code of a broken rule and the fields that break it. */
export function refuseBroken(rule: BrokenRule): never {
  refuse(rule.code, { status: 422, details: { fields: rule.fields } })
}

/** What a reading found, or its refusal. */
export function orRefuse<Value>(reading: Reading<Value>): Value {
  return reading.ok ? reading.value : refuseBroken(reading)
}

/** Registration: the rules, who has verified which phone, and the one transaction that makes a member. */
export function createRegistration(deps: RegistrationDeps): RegistrationDoor {
  const { database, ledger, clock, operator, otp, passwords } = deps

  async function readBasics(registration: Registration) {
    const settings = await operator.settings()
    const phone = orRefuse(readPhone(registration.username, settings.country, 'username'))
    const person = orRefuse(readPerson(registration, phone, operatorWords(settings)))
    return { phone, registerOTP: settings.registerOTP, person }
  }

  const bankOf = async (bankCode: string) => (await operator.banks()).find(({ code }) => code === bankCode) ?? null

  /**
   * Whether the phone is free and this asker has verified it; answers the verification to be used up. Whether a phone is
   * registered is told to who has verified it, be it that a registration used that up: nobody counts members by asking.
   */
  async function checkPhone(sql: Sql, phone: string, registerOTP: boolean, asker: Asker): Promise<string | null> {
    if (registerOTP && !(await otp.hasVerified(sql, phone, asker))) refuse('UNVERIFIED_OTP')
    if (await isUsernameTaken(sql, phone)) refuse('EXISTING_USER')
    if (!registerOTP) return null
    return (await otp.verificationOf(sql, phone, asker)) ?? refuse('UNVERIFIED_OTP')
  }

  async function checkBankAccount(sql: Sql, account: Partial<BankAccountFields>): Promise<void> {
    const { bankCode, bankAccountNo } = account
    if (bankCode === undefined || bankAccountNo === undefined) return
    if (await isBankAccountTaken(sql, bankCode, bankAccountNo)) refuse('EXISTING_BANK')
  }

  async function originOf(
    registration: Registration,
  ): Promise<{ sourceCode: string | null; inviterId: string | null }> {
    const inviter = inviterOf(registration.inviteCode.trim())
    const sources = await operator.sources('en')
    const isSource = sources.some((source) => source.code === registration.sourceCode)
    return {
      sourceCode: isSource ? registration.sourceCode : null,
      inviterId: inviter === null ? null : await findInviter(database, inviter.toLowerCase()),
    }
  }

  return {
    async validate(registration, asker) {
      const { phone, registerOTP } = await readBasics(registration)
      const account = orRefuse(readPartialBankAccount(registration, await bankOf(registration.bankCode)))
      await checkPhone(database, phone, registerOTP, asker)
      await checkBankAccount(database, account)
    },

    async register(registration, asker) {
      const { phone, registerOTP, person } = await readBasics(registration)
      const missing = missingBankField({
        bankCode: registration.bankCode,
        bankAccountName: registration.bankAccountName,
        bankAccountNo: registration.bankAccountNo,
      })
      if (missing) refuseBroken(missing)
      const account = orRefuse(readBankAccount(registration, await bankOf(registration.bankCode)))
      await checkPhone(database, phone, registerOTP, asker)
      await checkBankAccount(database, account)
      const origin = await originOf(registration)
      const passwordHash = await passwords.hash(person.password)
      const now = clock.now()
      const id = newId(now)
      await database.transaction(async (tx) => {
        const member = { id, username: phone, name: person.name, passwordHash, ...origin, createdAt: now }
        if (!(await insertMember(tx, member))) refuse('EXISTING_USER')
        const verification = registerOTP ? await otp.verificationOf(tx, phone, asker) : null
        if (registerOTP && (verification === null || !(await useUp(tx, verification, now)))) refuse('UNVERIFIED_OTP')
        await useUpAll(tx, phone, now)
        if (!(await insertBankAccount(tx, id, account, registration.currency, now))) refuse('EXISTING_BANK')
        await ledger.open(tx, firstAccounts(id))
        const detail = { bankCode: account.bankCode, bankAccountNo: account.bankAccountNo, verification }
        await insertAudit(tx, {
          id: newId(now),
          memberId: id,
          action: 'register',
          detail,
          address: asker.address,
          at: now,
        })
      })
      return { _id: id }
    },
  }
}
