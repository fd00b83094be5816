import { refuse } from '../../../platform/errors.ts'
import type { Identity } from '../../../platform/http/index.ts'
import { operatorWords } from '../../operator/index.ts'
import { forgetGuesses, requireFreshFactor } from '../factors/factors.ts'
import { confirmPassword } from '../login/confirm-password.ts'
import { devicesOf, failures } from '../login/login-failures.store.ts'
import { writeDown } from '../member/audit.store.ts'
import { readCredential, writePassword, noteKeysChanged } from '../member/member.store.ts'
import type { MembersParts } from '../members.parts.ts'
import { useUp } from '../otp/otp.store.ts'
import { type Asker, verifyOtp } from '../otp/otp.ts'
import { refuseBroken } from '../registration/register.ts'
import { isGoodPassword } from '../registration/registration.rules.ts'
import { deleteSessions } from '../sessions/session.store.ts'
import { renewSession } from '../sessions/session.ts'

// Changes of passwords, by the old one or by a code.

async function requireGoodPassword(parts: MembersParts, password: string, phone: string): Promise<void> {
  if (isGoodPassword(password, phone, operatorWords(await parts.operator.settings()))) return
  refuseBroken({ code: 'INVALID_USER_INFO', fields: ['newPassword'] })
}

/**
 * PRF-032: every session of the member ends, and a new one, whose token is answered, takes the place of the one that
 * asked. Refuses with WRONG_PASSWORD or INVALID_USER_INFO (422), with STEP_UP (403) who has a factor and gave none lately.
 */
export async function changePassword(
  parts: MembersParts,
  member: Identity,
  oldPassword: string,
  newPassword: string,
  address: string,
): Promise<string> {
  await requireGoodPassword(parts, newPassword, member.username)
  await requireFreshFactor(parts, member)
  const kept = await confirmPassword(parts, member, oldPassword, 'oldPassword')
  const fresh = await parts.passwords.hash(newPassword)
  const now = parts.clock.now()
  const token = await parts.database.transaction(async (tx) => {
    if (!(await writePassword(tx, member.memberId, kept, fresh))) refuse('WRONG_PASSWORD')
    const renewed = (await renewSession(parts, tx, member.sessionId)) ?? refuse('invalid-token')
    await deleteSessions(tx, member.memberId, renewed.id)
    await noteKeysChanged(tx, member.memberId, now)
    // Whoever guessed at codes knew the old one.
    await forgetGuesses(tx, member.memberId, 'factor', now)
    await writeDown(tx, { memberId: member.memberId, action: 'password', address, at: now })
    return renewed.token
  })
  parts.onSessionsEnded(member.memberId)
  return token
}

/** Sets a new password with a code that was sent for it; all sessions end (rulings 5.6). Answers a device's cookie. */
export async function resetPassword(
  parts: MembersParts,
  {
    otpToken,
    otpCode,
    newPassword,
    asker,
  }: {
    otpToken: string
    otpCode: string
    newPassword: string
    asker: Asker
  },
): Promise<string> {
  // The length is known before the code is spent; whether it is the phone number only after.
  await requireGoodPassword(parts, newPassword, '')
  const request = await verifyOtp(parts, { otpToken, otpCode, purpose: 'reset', asker })
  await requireGoodPassword(parts, newPassword, request.phone)
  const credential = await readCredential(parts.database, request.phone)
  if (!credential) return refuse('OTP_CODE_INVALID')
  const fresh = await parts.passwords.hash(newPassword)
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    if (!(await useUp(tx, request.id, now))) refuse('OTP_NOT_EXIST')
    if (!(await writePassword(tx, credential.id, credential.passwordHash, fresh))) refuse('OTP_NOT_EXIST')
    await deleteSessions(tx, credential.id, null)
    await noteKeysChanged(tx, credential.id, now)
    // Whoever guessed at the phone, or at codes by the password, cannot keep its owner out: the code has shown that it is his.
    await forgetGuesses(tx, credential.id, 'message', now)
    await failures.forgetNames(tx, [request.phone, devicesOf(request.phone)])
    const place = parts.devices.laneOf(asker.cookies, request.phone) ?? asker.address
    await failures.forgetPair(tx, request.phone, place)
    const { address } = asker
    await writeDown(tx, { memberId: credential.id, action: 'password', detail: { by: 'code' }, address, at: now })
  })
  parts.onSessionsEnded(credential.id)
  return parts.devices.remember(asker.cookies, request.phone)
}
