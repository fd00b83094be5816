import type { SecurityNews } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import { refuse } from '../../../platform/errors.ts'
import type { Identity, Language } from '../../../platform/http/index.ts'
import { processEach } from '../../../platform/jobs.ts'
import { writeDeed } from '../../deeds/index.ts'
import { REMOVAL_MS } from '../factors/factors.rules.ts'
import {
  askRemoval,
  countCodes,
  deleteAllFactors,
  deleteAuthenticator,
  deletePasskey,
  deleteRemoval,
  deleteRest,
  dueRemovals,
  readAuthenticator,
  readPasskeys,
  removalAt,
  takeRemoval,
} from '../factors/factors.store.ts'
import { factorsOf, noteFactorChange, requireFreshFactor } from '../factors/factors.ts'
import { languageOfCountry, tellMember } from '../factors/tell-member.ts'
import { checkPassword, type LoginRequest } from '../login/login.ts'
import { writeDown } from '../member/audit.store.ts'
import { readCredential, readMember, lockMemberRow } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import type { MemberDeed } from '../members.types.ts'
import { useUp } from '../otp/otp.store.ts'
import { type Asker, type Destination, sendOtpUnseen, verifyOtp } from '../otp/otp.ts'

// Factors are taken away by who shows one, or by SMS after three days (beyond 4.3). Every open page and the phone are told
// at once.

const removed: Record<Language, string> = {
  th: 'พาสคีย์หรือแอปยืนยันตัวตนถูกลบออกจากบัญชีของคุณแล้ว ถ้าไม่ใช่คุณ ติดต่อเราทันที',
  lo: 'ພາສຄີ ຫຼື ແອັບຢືນຢັນຕົວຕົນຖືກລຶບອອກຈາກບັນຊີຂອງທ່ານແລ້ວ ຖ້າບໍ່ແມ່ນທ່ານ ຕິດຕໍ່ພວກເຮົາທັນທີ',
  en: 'A passkey or authenticator app was removed from your account. If that was not you, contact us at once.',
}
const asked: Record<Language, string> = {
  th: 'มีคำขอปิดการยืนยันตัวตนสองขั้นตอนของบัญชีคุณ มีผลใน 72 ชั่วโมง ถ้าไม่ใช่คุณ ยกเลิกได้ที่หน้าความปลอดภัย',
  lo: 'ມີຄຳຂໍປິດການຢືນຢັນຕົວຕົນສອງຂັ້ນຕອນຂອງບັນຊີທ່ານ ມີຜົນໃນ 72 ຊົ່ວໂມງ ຖ້າບໍ່ແມ່ນທ່ານ ຍົກເລີກໄດ້ທີ່ໜ້າຄວາມປອດໄພ',
  en: 'Two-step verification of your account turns off in 72 hours, as was asked for. If that was not you, stop it on the security page.',
}

async function removeFactor(
  parts: MembersParts,
  member: Identity,
  at: { address: string; language: Language },
  { what, take }: { what: SecurityNews; take: (tx: Sql) => Promise<boolean> },
): Promise<void> {
  const { memberId, username: phone } = member
  await requireFreshFactor(parts, member)
  await parts.database.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    if (!(await take(tx))) refuse('NO_DATA')
    const isLast = (await readPasskeys(tx, memberId)).length === 0 && (await readAuthenticator(tx, memberId)) === null
    if (isLast) await deleteRest(tx, memberId)
    await noteFactorChange(parts, tx, { memberId, what, address: at.address })
  })
  tellMember(parts, { memberId, phone }, what, removed[at.language])
}

/** Refuses with STEP_UP, or with NO_DATA where there is no such passkey. */
export function removePasskey(
  parts: MembersParts,
  member: Identity,
  id: string,
  at: { address: string; language: Language },
): Promise<void> {
  return removeFactor(parts, member, at, {
    what: 'passkey-removed',
    take: (tx) => deletePasskey(tx, member.memberId, id),
  })
}

export function removeAuthenticator(
  parts: MembersParts,
  member: Identity,
  at: { address: string; language: Language },
): Promise<void> {
  const take = (tx: Sql) => deleteAuthenticator(tx, member.memberId)
  return removeFactor(parts, member, at, { what: 'authenticator-removed', take })
}

/** Sends a code to who knows the password. Refuses as the login does, and with NO_DATA where there is no factor. */
export async function sendRemovalCode(
  parts: MembersParts,
  login: LoginRequest,
  to: Omit<Destination, 'phone'>,
): Promise<{ otpRef: string; otpToken: string }> {
  const { memberId, phone } = await checkPassword(parts, login)
  if ((await factorsOf(parts, memberId)).length === 0) refuse('NO_DATA')
  return sendOtpUnseen(parts, { ...to, phone }, true, 'factor')
}

/** Has all factors removed in three days. Refuses as `verifyOtp` does. @returns when. */
export async function askForRemoval(
  parts: MembersParts,
  { otpToken, otpCode, asker, language }: { otpToken: string; otpCode: string; asker: Asker; language: Language },
): Promise<Date> {
  const { id, phone } = await verifyOtp(parts, { otpToken, otpCode, purpose: 'factor', asker })
  const memberId = (await readCredential(parts.database, phone))?.id ?? refuse('NO_DATA')
  const at = parts.clock.now()
  const dueAt = await parts.database.transaction(async (tx) => {
    if (!(await useUp(tx, id, at))) refuse('OTP_NOT_EXIST')
    return beginRemoval(parts, tx, { memberId, address: asker.address, language })
  })
  if (dueAt === null) return refuse('NO_DATA')
  tellMember(parts, { memberId, phone }, 'removal-asked', asked[language])
  return dueAt
}

/** From when on the three days count. @returns when they are over; null where there is nothing to remove. */
async function beginRemoval(
  parts: MembersParts,
  tx: Sql,
  { memberId, address, language }: { memberId: string; address: string | null; language: Language },
): Promise<Date | null> {
  const at = parts.clock.now()
  // Else one that is removed meanwhile would leave an asking behind, which takes the next one away.
  await lockMemberRow(tx, memberId)
  if ((await factorsOf({ database: tx }, memberId)).length === 0) return null
  await writeDown(tx, { memberId, action: 'removal-asked', address, at })
  return askRemoval(tx, memberId, new Date(at.getTime() + REMOVAL_MS), language)
}

/** How a member proves that it is he, as staff may know it: of what there is, and when all of it goes. */
export async function provesBy({ database }: MembersParts, memberId: string) {
  const [passkeys, authenticator, codesLeft, removedAt] = await Promise.all([
    readPasskeys(database, memberId),
    readAuthenticator(database, memberId),
    countCodes(database, memberId),
    removalAt(database, memberId),
  ])
  return { passkeys: passkeys.length, hasApp: Boolean(authenticator?.confirmedAt), codesLeft, removedAt }
}

/**
 * Has all factors removed after three days for who can show none and gets no SMS; he is told as if he had asked himself,
 * and may stop it. `none`: he has none; else until when what was asked for before has gone on already.
 */
export async function removeFactorsByStaff(
  parts: MembersParts,
  { memberId, by, reason }: MemberDeed,
): Promise<'asked' | 'none' | Date> {
  const language = await languageOfCountry(parts)
  const found = await parts.database.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    const before = await removalAt(tx, memberId)
    if (before !== null) return before
    const dueAt = await beginRemoval(parts, tx, { memberId, address: null, language })
    if (dueAt === null) return 'none'
    const after = { removedAt: dueAt.toISOString() }
    await writeDeed(tx, { ...by, deed: 'factor-removal-asked', memberId, after, reason, at: parts.clock.now() })
    return 'asked'
  })
  const phone = found === 'asked' ? (await readMember(parts.database, memberId))?.username : undefined
  if (phone !== undefined) tellMember(parts, { memberId, phone }, 'removal-asked', asked[language])
  return found
}

/** Keeps his factors, as he asked staff to; false where nothing is to be removed. */
export async function keepFactorsByStaff(parts: MembersParts, { memberId, by, reason }: MemberDeed): Promise<boolean> {
  const at = parts.clock.now()
  const isStopped = await parts.database.transaction(async (tx) => {
    const removedAt = await removalAt(tx, memberId)
    if (removedAt === null || !(await deleteRemoval(tx, memberId))) return false
    await writeDown(tx, { memberId, action: 'removal-stopped', at })
    const before = { removedAt: removedAt.toISOString() }
    await writeDeed(tx, { ...by, deed: 'factor-removal-stopped', memberId, before, reason, at })
    return true
  })
  if (isStopped) parts.onSecurityNews(memberId, 'removal-stopped')
  return isStopped
}

/** Keeps the factors whose removal was asked for. Refuses with STEP_UP, or NO_DATA where nothing was. */
export async function stopRemoval(parts: MembersParts, member: Identity, address: string): Promise<void> {
  await requireFreshFactor(parts, member)
  const { memberId } = member
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await deleteRemoval(tx, memberId))) refuse('NO_DATA')
    await writeDown(tx, { memberId, action: 'removal-stopped', address, at })
  })
  parts.onSecurityNews(memberId, 'removal-stopped')
}

const AT_ONCE = 20

/** Removes the factors whose three days are over. @returns how many members had some. */
export async function removeDueFactors(parts: MembersParts): Promise<number> {
  const now = parts.clock.now()
  return processEach(await dueRemovals(parts.database, now, AT_ONCE), async ({ memberId, username, language }) => {
    const isDone = await parts.database.transaction(async (tx) => {
      await lockMemberRow(tx, memberId)
      if (!(await takeRemoval(tx, memberId, now))) return false
      await deleteAllFactors(tx, memberId)
      await noteFactorChange(parts, tx, { memberId, what: 'factors-removed', address: null })
      return true
    })
    if (isDone) tellMember(parts, { memberId, phone: username }, 'factors-removed', removed[language])
  })
}
