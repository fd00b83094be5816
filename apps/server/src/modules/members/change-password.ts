import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/index.ts'
import { refuse } from '../../platform/errors.ts'
import type { Identity } from '../../platform/http/index.ts'
import { newId } from '../../platform/ids.ts'
import { type OperatorDoor, operatorWords } from '../operator/index.ts'
import type { ConfirmPassword } from './confirm-password.ts'
import { forgetPairFailures, forgetPhoneFailures } from './login.store.ts'
import { insertAudit, readCredential, writePassword } from './member.store.ts'
import type { Asker, Otp } from './otp.ts'
import { useUp } from './otp.store.ts'
import type { Devices } from '../../platform/login/devices.ts'
import type { Passwords } from '../../platform/login/passwords.ts'
import { refuseBroken } from './register.ts'
import { isGoodPassword } from './registration.rules.ts'
import type { Sessions } from './session.ts'
import { deleteSessions } from './session.store.ts'

export interface PasswordChangeDeps {
  database: Database
  clock: Clock
  operator: Pick<OperatorDoor, 'settings'>
  otp: Otp
  passwords: Passwords
  confirmPassword: ConfirmPassword
  sessions: Pick<Sessions, 'replace'>
  devices: Devices
  /** Told after sessions of a member ended before their time. */
  onSessionsEnded: (memberId: string) => void
}

export interface PasswordChanges {
  /**
   * PRF-032: every session of the member ends, and a new one, whose token is answered, takes the place of the one that
   * asked. Refuses with WRONG_PASSWORD or INVALID_USER_INFO (422).
   */
  change(member: Identity, oldPassword: string, newPassword: string, address: string): Promise<string>
  /** Sets a new password with a code that was sent for it; all sessions end (rulings 5.6). Answers a device's cookie. */
  reset(request: { otpToken: string; otpCode: string; newPassword: string; asker: Asker }): Promise<string>
}

/** Changes of passwords, by the old one or by a code. */
export function createPasswordChanges(deps: PasswordChangeDeps): PasswordChanges {
  const { database, clock, operator, otp, passwords, confirmPassword, sessions, devices, onSessionsEnded } = deps
  const refuseNewPassword = () => refuseBroken({ code: 'INVALID_USER_INFO', fields: ['newPassword'] })
  const requireGood = async (password: string, phone: string) => {
    if (!isGoodPassword(password, phone, operatorWords(await operator.settings()))) refuseNewPassword()
  }

  return {
    async change(member, oldPassword, newPassword, address) {
      await requireGood(newPassword, member.username)
      const kept = await confirmPassword(member, oldPassword, 'oldPassword')
      const fresh = await passwords.hash(newPassword)
      const now = clock.now()
      const token = await database.transaction(async (tx) => {
        if (!(await writePassword(tx, member.memberId, kept, fresh))) refuse('WRONG_PASSWORD')
        const renewed = (await sessions.replace(tx, member.sessionId)) ?? refuse('invalid-token')
        await deleteSessions(tx, member.memberId, renewed.id)
        const audit = { id: newId(now), memberId: member.memberId, action: 'password', detail: {}, address, at: now }
        await insertAudit(tx, audit)
        return renewed.token
      })
      onSessionsEnded(member.memberId)
      return token
    },

    async reset({ otpToken, otpCode, newPassword, asker }) {
      // The length is known before the code is spent; whether it is the phone number only after.
      await requireGood(newPassword, '')
      const request = await otp.verify({ otpToken, otpCode, purpose: 'reset', asker })
      await requireGood(newPassword, request.phone)
      const credential = await readCredential(database, request.phone)
      if (!credential) return refuse('OTP_CODE_INVALID')
      const fresh = await passwords.hash(newPassword)
      const now = clock.now()
      await database.transaction(async (tx) => {
        if (!(await useUp(tx, request.id, now))) refuse('OTP_NOT_EXIST')
        if (!(await writePassword(tx, credential.id, credential.passwordHash, fresh))) refuse('OTP_NOT_EXIST')
        await deleteSessions(tx, credential.id, null)
        // Whoever guessed at the phone cannot keep its owner out: the code has shown that it is his.
        await forgetPhoneFailures(tx, request.phone)
        const place = devices.laneOf(asker.cookies, request.phone) ?? asker.address
        await forgetPairFailures(tx, request.phone, place)
        const detail = { by: 'code' }
        const audit = {
          id: newId(now),
          memberId: credential.id,
          action: 'password',
          detail,
          address: asker.address,
          at: now,
        }
        await insertAudit(tx, audit)
      })
      onSessionsEnded(credential.id)
      return devices.remember(asker.cookies, request.phone)
    },
  }
}
