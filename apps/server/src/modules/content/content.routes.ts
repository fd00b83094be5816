import { DAY_MS } from '../../platform/durations.ts'
import { calls, CONTENT_AHEAD_DAYS, desk } from '@krapao/contract'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { fileNameOf } from '../../platform/files/index.ts'
import { BinaryAnswer, type Route, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import type { Offered } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import { takePicture } from './pictures.ts'
import {
  partNamed,
  publish,
  type PublishAsked,
  readContent,
  readPart,
  readVersion,
  withdrawPlanned,
} from './versions.ts'
import { pictureById } from './versions.store.ts'

/** The calls of staff about what players read. */
export function contentRoutes(parts: ContentParts, changeAccounts: (asked: PublishAsked) => Promise<Offered>): Route[] {
  return [
    route(desk.deskContent, async ({ agent }) => ({
      previewUrl: parts.previewUrl,
      fillIns: await parts.fillIns(),
      parts: await readContent(parts, agent.roles),
    })),
    route(desk.deskContentPart, ({ params }) => readPart(parts, partNamed(params.part))),
    route(desk.deskContentVersion, ({ params }) => readVersion(parts, partNamed(params.part), Number(params.number))),
    route(desk.deskPublishContent, async ({ agent, params, body, operationId }) => {
      const part = partNamed(params.part)
      const publishAt = typeof body.publishAt === 'string' ? new Date(body.publishAt) : null
      const latest = parts.clock.now().getTime() + CONTENT_AHEAD_DAYS * DAY_MS
      // A time that is none is later than any.
      if (publishAt !== null && !(publishAt.getTime() <= latest)) {
        refuseFields('publishAt')
      }
      const asked: PublishAsked = {
        part,
        document: body.document,
        number: body.number,
        publishAt,
        note: body.note?.trim() || null,
        by: { ...byAgent(agent), operationId },
        roles: agent.roles,
      }
      if (parts.contentParts[part].takes === 'two') return { ...(await changeAccounts(asked)), number: null }
      return { outcome: 'done' as const, number: await publish(parts, asked), proposalId: null }
    }),
    route(desk.deskWithdrawContent, async ({ agent, params, body }) => {
      const { number } = body
      await withdrawPlanned(parts, { part: partNamed(params.part), number, by: byAgent(agent), roles: agent.roles })
      return { number }
    }),
    route(desk.deskContentPicture, ({ agent, upload }) =>
      takePicture(parts, { bytes: upload.bytes, by: byAgent(agent) }),
    ),
  ]
}

/** Pictures for everybody: what has an address never changes. */
export function pictureRoutes({ database }: Pick<ContentParts, 'database'>): Route[] {
  return [
    route(calls.contentPicture, async ({ params }) => {
      const picture = (await pictureById(database, params.id)) ?? refuse('NO_DATA')
      const name = fileNameOf(params.id, picture.mediaType)
      const bytes = Buffer.from(picture.bytes)
      return new BinaryAnswer({ bytes, mediaType: picture.mediaType, name, isShown: true, release: () => undefined })
    }),
  ]
}
