import { calls } from '@krapao/contract'
import { type Route, route } from '../../platform/http/index.ts'
import type { Slips } from './slip.ts'

/** The calls of slips: upload, list, and the address of a picture. */
export function slipRoutes(slips: Slips): Route[] {
  return [
    route(
      calls.walletSlip,
      ({ member, operationId, upload }) =>
        slips.upload({ memberId: member.memberId, operationId, bytes: upload.bytes, hash: upload.hash }),
      { limit: { perMember: { max: 20, windowS: 60 } } },
    ),
    route(calls.slipList, ({ member, body }) => slips.list(member.memberId, body)),
    route(calls.slipImage, ({ member, params }) => slips.imageOf(member.memberId, params.reference)),
  ]
}
