import { calls } from '@krapao/contract'
import { route } from '../../platform/http/index.ts'
import { erase } from './erasure.ts'
import { askForExport, EXPORT_JOB, tendExports } from './export.ts'
import { readData } from './own-data.ts'
import type { PrivacyParts } from './privacy.parts.ts'

export { privacyMigrations } from './privacy.migrations.ts'

const limits = {
  password: { perMember: { max: 20, windowS: 600 } },
  change: { perMember: { max: 60, windowS: 600 } },
} as const

/** What members may say about what is kept of them: consents, a copy of it, its erasure (beyond 3.6, 3.7). */
export function createPrivacy(parts: PrivacyParts) {
  return {
    routes: [
      route(calls.privacyData, ({ member }) => readData(parts, member.memberId)),
      route(
        calls.privacyConsent,
        async ({ member, body }) => {
          await parts.protection.setConsent({ memberId: member.memberId, ...body })
          return readData(parts, member.memberId)
        },
        { limit: limits.change },
      ),
      route(
        calls.privacyExport,
        async ({ member }) => {
          await askForExport(parts, member)
          return readData(parts, member.memberId)
        },
        { limit: limits.change },
      ),
      route(
        calls.privacyErase,
        async ({ member, body }) => {
          await erase(parts, member, body.password)
          return { code: 'OK' as const }
        },
        { limit: limits.password },
      ),
    ],
    jobs: [{ name: EXPORT_JOB, everyMs: 5_000, run: () => tendExports(parts) }],
  }
}
