import { calls, desk } from '@krapao/contract'
import { type AgentIdentity, done, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { deliver, lateRequests, listRequests, receiveRequest, refuseRequest, verify } from './data-requests.ts'
import { erase } from './erasure.ts'
import { askForExport, EXPORT_JOB, forgetExports, makeExports } from './export.ts'
import { readData } from './own-data.ts'
import type { PrivacyParts } from './privacy.parts.ts'
import { MINUTE_MS } from '../../platform/durations.ts'

export { privacyMigrations } from './privacy.migrations.ts'
export { privacyRecords } from './data-requests.store.ts'

export type Privacy = ReturnType<typeof createPrivacy>

const limits = {
  password: { perMember: { max: 20, windowS: 600 } },
  change: { perMember: { max: 60, windowS: 600 } },
} as const

/** Who of the staff does something, under which id, and in which words. */
const toldBy = (agent: AgentIdentity, operationId: string, note: string) => ({
  by: { ...byAgent(agent), operationId },
  note: note.trim(),
})

/** What members may say about what is kept of them: consents, a copy of it, its erasure (beyond 3.6, 3.7). */
export function createPrivacy(parts: PrivacyParts) {
  return {
    routes: [
      route(calls.privacyData, ({ member }) => readData(parts, member)),
      route(
        calls.privacyConsent,
        async ({ member, body }) => {
          await parts.protection.setConsent({ memberId: member.memberId, ...body })
          return readData(parts, member)
        },
        { limit: limits.change },
      ),
      route(
        calls.privacyExport,
        async ({ member }) => {
          await askForExport(parts, member)
          return readData(parts, member)
        },
        { limit: limits.change },
      ),
      route(
        calls.privacyFiles,
        async ({ member }) => {
          await parts.members.requireOwner(member)
          return readData(parts, member)
        },
        { limit: limits.change },
      ),
      route(calls.privacyErase, ({ member, body }) => done(erase(parts, member, body.password)), {
        limit: limits.password,
      }),
    ],
    deskRoutes: [
      route(desk.deskDataRequests, ({ query: { of, after } }) => listRequests(parts, { of, after: after ?? null })),
      route(desk.deskReceiveDataRequest, ({ agent, operationId, body: { note, ...asked } }) =>
        receiveRequest(parts, { ...asked, ...toldBy(agent, operationId, note) }),
      ),
      route(desk.deskVerifyDataRequest, ({ agent, operationId, params, body }) =>
        verify(parts, { id: params.requestId, ...toldBy(agent, operationId, body.note) }),
      ),
      route(desk.deskDeliverDataRequest, ({ agent, operationId, params, body }) =>
        deliver(parts, { id: params.requestId, ...toldBy(agent, operationId, body.note) }),
      ),
      route(desk.deskRefuseDataRequest, ({ agent, operationId, params, body: { reason, note } }) =>
        refuseRequest(parts, { id: params.requestId, reason, ...toldBy(agent, operationId, note) }),
      ),
    ],
    /** How many requests about data nobody answered in twenty days. */
    lateRequests,
    jobs: [
      { name: EXPORT_JOB, everyMs: 5_000, run: () => makeExports(parts) },
      { name: 'privacy-old-exports', everyMs: MINUTE_MS, run: () => forgetExports(parts) },
    ],
  }
}
