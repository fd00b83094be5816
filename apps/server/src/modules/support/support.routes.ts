import { CHAT_ROOM_PREFIX, calls, isGuestId } from '@krapao/contract'
import { refuse } from '../../platform/errors.ts'
import { type GuestLimit, type Identity, type Route, type RouteTerms, done, route } from '../../platform/http/index.ts'
import { guestRoomId } from '../../platform/ids.ts'
import { takeFile } from './files/chat-files.ts'
import { type Customer, historyOfCustomer, sendAsCustomer } from './customer/conversations.ts'
import type { SupportParts } from './support.parts.ts'
import { markReadByCustomer } from './rooms/rooms.store.ts'

const TEN_MINUTES_S = 600
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** What a caller says of himself beside his token. */
interface Claimed {
  userId?: string | null | undefined
  guestId?: string | null | undefined
}

/** The calls of the chat (specification section 7). */
export function supportRoutes(parts: SupportParts): Route[] {
  const { operator } = parts

  async function requireOpenChat(): Promise<void> {
    if (!(await operator.settings()).enableChatWidget) refuse('NO_DATA')
  }

  /**
   * Whose room it is: a token goes before everything, and names no other member's; a guest has his id, and nothing while
   * the chat is closed. Refuses with NO_DATA or UNAUTHORIZED.
   */
  async function customerOf(member: Identity | undefined, { userId, guestId }: Claimed): Promise<Customer> {
    if (member) {
      if (userId && userId !== member.memberId) refuse('NO_DATA')
      return { id: member.memberId, kind: 'member' }
    }
    if (userId || !guestId || !isGuestId(guestId)) refuse('UNAUTHORIZED')
    await requireOpenChat()
    return { id: guestRoomId(guestId), kind: 'guest' }
  }

  const perHour = (setting: 'guestMessagesPerHour' | 'guestUploadsPerHour'): GuestLimit['ofAll'] => ({
    windowS: HOUR_S,
    max: async () => (await operator.settings())[setting],
  })
  const sending: RouteTerms['limit'] = {
    perMember: { max: 60, windowS: TEN_MINUTES_S },
    guests: {
      name: 'messages',
      each: { max: 60, windowS: TEN_MINUTES_S },
      perAddress: { max: 60, windowS: TEN_MINUTES_S },
      ofAll: perHour('guestMessagesPerHour'),
      // A long message takes as much of a disk as many short ones.
      kilobytes: {
        each: { max: 1_000, windowS: DAY_S },
        perAddress: { max: 4_000, windowS: DAY_S },
        ofAll: { windowS: DAY_S, max: async () => 1_000 * (await operator.settings()).guestMegabytesPerDay },
      },
    },
  }
  const uploading: RouteTerms['limit'] = {
    perMember: { max: 30, windowS: HOUR_S },
    guests: {
      name: 'uploads',
      each: { max: 5, windowS: HOUR_S },
      perAddress: { max: 5, windowS: HOUR_S },
      ofAll: perHour('guestUploadsPerHour'),
    },
  }
  const uploads = [calls.chatUploadImage, calls.chatUploadVideo].map((call) =>
    route(
      call,
      async ({ member, upload }) => {
        const { id } = await customerOf(member, upload.fields)
        return takeFile(parts, { owner: id, bytes: upload.bytes, type: upload.type })
      },
      { limit: uploading, mayUpload: async ({ isGuest }) => (isGuest ? requireOpenChat() : undefined) },
    ),
  )
  return [
    route(calls.chatConfig, async () => ({ PREFIX: CHAT_ROOM_PREFIX })),
    route(
      calls.chatSendMessage,
      async ({ member, body, key, language }) => {
        const customer = await customerOf(member, body)
        const name = body.name?.trim() || null
        return sendAsCustomer(parts, customer, { message: body.message, clientId: key, language, name })
      },
      { limit: sending },
    ),
    route(calls.chatHistory, async ({ member, body }) => {
      const customer = await customerOf(member, body)
      const { limit, skip, after = null } = body
      return historyOfCustomer(parts, customer, { limit, skip, after })
    }),
    ...uploads,
    route(calls.chatReadCustomer, async ({ member, body }) => {
      const { id } = await customerOf(member, body)
      return done(markReadByCustomer(parts.database, id, body.seq ?? null))
    }),
  ]
}
