import { desk } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { closeDay, explain, matchByHand } from './recon-deeds.ts'
import { readDay, readParties } from './recon-day.ts'
import type { ReconParts } from './recon.parts.ts'
import type { Party } from './recon.store.ts'
import { changeMapping, forgetFile, importFile } from './take-in.ts'

const partyOf = ({ kind, party }: Party): Party => ({ kind, party })

/** The calls about what is held against our books, on the listener of the desk. */
export function reconRoutes(parts: ReconParts): Route[] {
  return [
    route(desk.deskReconParties, () => readParties(parts)),
    route(desk.deskReconDay, ({ params }) => readDay(parts, partyOf(params), params.day)),
    route(desk.deskReconMapping, ({ agent, params, body }) =>
      changeMapping(parts, { party: partyOf(params), mapping: body, by: byAgent(agent) }),
    ),
    route(
      desk.deskReconImport,
      ({ agent, params, upload }) =>
        importFile(parts, { party: partyOf(params), bytes: upload.bytes, hash: upload.hash, by: byAgent(agent) }),
      // A file of ten megabytes is read at once.
      { limit: { perMember: { max: 30, windowS: 60 } } },
    ),
    route(desk.deskReconForget, ({ agent, params }) =>
      forgetFile(parts, { party: partyOf(params), day: params.day, by: byAgent(agent) }),
    ),
    route(desk.deskReconMatch, async ({ agent, params, body }) => {
      await matchByHand(parts, { party: partyOf(params), day: params.day, by: byAgent(agent), ...body })
      return readDay(parts, partyOf(params), params.day)
    }),
    route(desk.deskReconExplain, async ({ agent, params, body }) => {
      const { reason, ...said } = body
      await explain(parts, {
        party: partyOf(params),
        day: params.day,
        by: byAgent(agent),
        ...said,
        reason: reason.trim(),
      })
      return readDay(parts, partyOf(params), params.day)
    }),
    route(desk.deskReconClose, async ({ agent, params, body }) => {
      await closeDay(parts, { party: partyOf(params), day: params.day, by: byAgent(agent), typed: body })
      return readDay(parts, partyOf(params), params.day)
    }),
  ]
}
