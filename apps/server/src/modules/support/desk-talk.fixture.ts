import { desk, type DeskBox } from '@krapao/contract'
import sharp from 'sharp'
import { startTestApp } from '../../testing/app.ts'
import { type Chatter, guest, say } from '../../testing/worlds/chat-world.ts'
import { type Staff, staffMember } from '../../testing/worlds/desk-world.ts'

type RoomCall = typeof desk.deskClaim | typeof desk.deskTakeOver | typeof desk.deskRelease | typeof desk.deskEnd

/** A product whose robot is silent, two of the staff, and what they do with rooms. */
export async function openDeskTalk() {
  const app = await startTestApp({ settings: { registerOTP: false, chatRobot: false } })
  const url = await app.listenDesk()
  const [noi, bua] = [await staffMember(app, 'Noi'), await staffMember(app, 'Bua')]
  const inbox = (staff: Staff, box: DeskBox, more: { after?: string; find?: string } = {}) =>
    app.desk.ok(desk.deskInbox, { token: staff.token, query: { box, ...more } })
  return {
    ...{ app, url, noi, bua, inbox },
    roomsOf: async (staff: Staff, box: DeskBox) => (await inbox(staff, box)).rooms.map(({ roomId }) => roomId),
    act: (call: RoomCall, { token }: Staff, roomId: string) => app.desk.call(call, { token, params: { roomId } }),
    /** A guest who has said something. */
    async talkingGuest(...words: string[]): Promise<Chatter> {
      const who = guest()
      for (const word of words.length > 0 ? words : ['hello']) {
        const { status } = await say(app, who, word)
        if (status !== 200) throw new Error(`what a guest said was answered with ${status}`)
      }
      return who
    },
  }
}

export const held = (by: Staff, name: string) => ({
  status: 409,
  body: { message: 'ROOM_HELD', details: { agent: { _id: by.agentId, name } } },
})

export const missing = { status: 404, body: { message: 'NO_DATA' } }

export const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer()
