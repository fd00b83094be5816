import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts'
import type { Job } from '../../platform/jobs.ts'
import { PAIR_MEMORY_MS } from '../../platform/login/failures.ts'
import { askForHolders } from './bank-account/account-proof.ts'
import { FAILURES_KEPT_MS } from './factors/factors.rules.ts'
import { forgetOldFailures } from './factors/factors.store.ts'
import { failures } from './login/login-failures.store.ts'
import { forgetLogins } from './member/audit.store.ts'
import type { MembersParts } from './members.parts.ts'
import { OTP_DAY_MS } from './otp/otp.rules.ts'
import { deleteOldOtp } from './otp/otp.store.ts'
import { removeDueFactors } from './security/factor-removal.ts'
import { deleteExpiredSessions } from './sessions/session.store.ts'
import { EXPIRED_KNOWN_MS } from './sessions/session.ts'

const AT_ONCE = 1_000
/** For so long staff read when and from where a member logged in. */
const LOGINS_KEPT_MS = 365 * DAY_MS

/** Asks for holders of accounts, takes away factors that are due, deletes sessions, codes and counts that can no longer matter. */
export function createMembersJobs(parts: MembersParts): Job[] {
  const { database, clock } = parts
  return [
    {
      name: 'members-clean-up',
      everyMs: 10 * MINUTE_MS,
      async run() {
        const now = clock.now().getTime()
        const sessions = await deleteExpiredSessions(database, new Date(now - EXPIRED_KNOWN_MS), AT_ONCE)
        const otp = await deleteOldOtp(database, new Date(now - OTP_DAY_MS), AT_ONCE)
        const wrong = await failures.forgetOld(database, new Date(now - 2 * PAIR_MEMORY_MS))
        const logins = await forgetLogins(database, new Date(now - LOGINS_KEPT_MS), AT_ONCE)
        const factors = await forgetOldFailures(database, new Date(now - FAILURES_KEPT_MS))
        return sessions + otp + wrong + logins + factors
      },
    },
    { name: 'members-account-holders', everyMs: 2_000, run: () => askForHolders(parts) },
    { name: 'members-factor-removals', everyMs: MINUTE_MS, run: () => removeDueFactors(parts) },
  ]
}
