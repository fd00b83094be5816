import { isDeepStrictEqual } from 'node:util'
import { isEnglishName } from '@krapao/contract'
import { isUniqueViolation, type Sql } from '../../../platform/database/index.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { holderOfBankAccount, readPayee, writeBankAccount } from '../bank-account/bank-account.store.ts'
import { requireFreshFactor } from '../factors/factors.ts'
import { confirmPassword } from '../login/confirm-password.ts'
import { ACCOUNT_CHANGED, writeDown } from '../member/audit.store.ts'
import { readMember, writeName } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { MemberBankAccount, Payee, Profile, AccountFields } from '../members.types.ts'
import { orRefuse, refuseBroken } from '../registration/register.ts'
import { readBankAccount, readName } from '../registration/registration.rules.ts'

export interface ProfileChange extends AccountFields {
  name: string
  password: string | null
}

function named({ bankCode, bankAccountName, bankAccountNo }: AccountFields): AccountFields {
  return { bankCode, bankAccountName, bankAccountNo }
}

// What members see and change of themselves.

async function requirePayee(parts: MembersParts, memberId: string): Promise<Payee> {
  return (await readPayee(parts.database, memberId)) ?? refuse('NO_BANK')
}

/** Writes the change of an account and who made it; a change by another session in between is a state refused. */
async function writeAccount(
  parts: MembersParts,
  tx: Sql,
  memberId: string,
  from: AccountFields,
  to: AccountFields,
  address: string,
): Promise<void> {
  const now = parts.clock.now()
  if (await parts.hasOpenWithdrawal(tx, memberId)) refuse('TRANSFER_PENDING')
  if (!(await writeBankAccount(tx, memberId, from, to, now))) refuse('REQUEST_IN_PROGRESS')
  const detail = { from: named(from), to: named(to) }
  await writeDown(tx, { memberId, action: ACCOUNT_CHANGED, detail, address, at: now })
}

export async function profileOf(parts: MembersParts, memberId: string): Promise<Profile> {
  const member = await readMember(parts.database, memberId)
  if (!member) throw new Error(`there is no member ${memberId}`)
  return {
    _id: member.id,
    memberId: String(member.memberNumber),
    username: member.username,
    name: member.name,
    createdAt: member.createdAt.toISOString(),
  }
}

export async function bankAccountOf(parts: MembersParts, memberId: string): Promise<MemberBankAccount> {
  const { bankCode, bankAccountName, bankAccountNo } = await requirePayee(parts, memberId)
  const bank = await parts.operator.bank(bankCode)
  const unknown = { nameTH: bankCode, nameEN: bankCode, nameLO: bankCode, latinNamesOnly: false }
  const { nameTH, nameEN, nameLO, latinNamesOnly } = bank ?? unknown
  return { bankCode, bankAccountName, bankAccountNo, bank: { nameTH, nameEN, nameLO, latinNamesOnly } }
}

/**
 * PRF-029. A changed bank field asks for the password: WRONG_PASSWORD without it (rulings 5.6). Refuses with
 * STEP_UP (403) who has a factor and gave none lately, with
 * TRANSFER_PENDING while a withdrawal is in progress, REQUEST_IN_PROGRESS when another change came first.
 */
export async function changeProfile(
  parts: MembersParts,
  member: Identity,
  change: ProfileChange,
  address: string,
): Promise<void> {
  const { memberId } = member
  const name = readName(change.name)
  if (name === null) return refuseBroken({ code: 'INVALID_USER_INFO', fields: ['name'] })
  const from = await requirePayee(parts, memberId)
  const bank = await parts.operator.bank(change.bankCode)
  // Who has his account at a bank that is offered no more keeps it.
  const isChosen = bank?.holdsAccounts === true && (bank.isOffered || bank.code === from.bankCode)
  const to = orRefuse(readBankAccount(change, isChosen && bank.code === change.bankCode ? bank : null))
  const movesAccount = !isDeepStrictEqual(named(from), to)
  if (movesAccount) {
    await requireFreshFactor(parts, member)
    await confirmPassword(parts, member, change.password, 'password')
    const holder = await holderOfBankAccount(parts.database, to.bankCode, to.bankAccountNo)
    if (holder !== null && holder !== memberId) refuse('EXISTING_BANK')
  }
  try {
    await parts.database.transaction(async (tx) => {
      await writeName(tx, memberId, name)
      if (movesAccount) await writeAccount(parts, tx, memberId, from, to, address)
    })
  } catch (error) {
    if (isUniqueViolation(error)) refuse('EXISTING_BANK')
    throw error
  }
}

/** PRF-030. As `changeProfile`, but for the password; NO_BANK when the bank named is not the member's present one. */
export async function changeAccountName(
  parts: MembersParts,
  member: Identity,
  bankCode: string,
  sentName: string,
  address: string,
): Promise<void> {
  const { memberId } = member
  const from = await requirePayee(parts, memberId)
  if (from.bankCode !== bankCode) refuse('NO_BANK')
  const bankAccountName = readName(sentName)
  // The call exists to turn names into English ones (specification section 5).
  if (bankAccountName === null || !isEnglishName(bankAccountName)) {
    return refuseBroken({ code: 'BANK_ACCOUNT_NAME_ENG', fields: ['bankAccountName'] })
  }
  const to = { bankCode, bankAccountNo: from.bankAccountNo, bankAccountName }
  if (isDeepStrictEqual(named(from), to)) return
  await requireFreshFactor(parts, member)
  await parts.database.transaction((tx) => writeAccount(parts, tx, memberId, from, to, address))
}
