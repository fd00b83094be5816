import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'
import { deriveId } from '../../../platform/ids.ts'
import { postMessage } from '../messages/post-message.ts'
import { robotAnswer, type RobotFileName, robotFileNames, type RobotFiles } from './robot.rules.ts'
import {
  handRoomsOver,
  hasRobotSpoken,
  markAnswered,
  robotFileRows,
  roomsForRobot,
  unansweredMessages,
  writeRobotFile,
} from './robot.store.ts'
import type { SupportParts } from '../support.parts.ts'
import { lockRoom } from '../rooms/rooms.store.ts'
import type { Room, StoredMessage } from '../support.types.ts'
import { tell } from '../messages/telling.ts'

/** The name of the job that answers; woken by each message of a customer. */
export const ROBOT_JOB = 'support-robot'
const ROOMS_AT_ONCE = 20
/** Whoever writes faster than he is answered gets answers to his last words. */
const ANSWERED_AT_ONCE = 5

/** Who owns the robot's files in the store of files. */
const OWNER = 'robot'
const extension: Readonly<Record<RobotFileName, { file: string; mediaType: string }>> = {
  'how-to-picture': { file: 'how-to-picture.png', mediaType: 'image/png' },
  'how-to-video': { file: 'how-to-video.mp4', mediaType: 'video/mp4' },
  'card-welcome': { file: 'card-welcome.png', mediaType: 'image/png' },
  'card-daily': { file: 'card-daily.png', mediaType: 'image/png' },
}

/** Nobody answers there: the number that a demo operator would have. */
const DEMO_PHONE = '020000000'

// The demo operator's answering script, which may be switched off (setting `chatRobot`). Its answers to a message are
// stored together with the note that it has answered, under ids made from the message's: once, whoever dies meanwhile.
// It never speaks in a room that a person holds or that waits for one.

async function readFiles(sql: Sql): Promise<RobotFiles> {
  const rows = new Map((await robotFileRows(sql)).map(({ name, fileId }) => [name, fileId]))
  const entries = robotFileNames.map((name) => {
    const fileId = rows.get(name)
    return [name, fileId === undefined ? null : { fileId, owner: OWNER }] as const
  })
  return Object.fromEntries(entries) as RobotFiles
}

async function answerMessage(
  parts: SupportParts,
  tx: Sql,
  room: Room,
  message: StoredMessage,
  given: { isFirst: boolean; robotFiles: RobotFiles },
): Promise<{ messages: StoredMessage[]; handsOver: boolean }> {
  const { contents, handsOver } = robotAnswer(message.content, {
    language: languageOf(room),
    isFirst: given.isFirst,
    files: given.robotFiles,
    website: parts.website,
    phone: DEMO_PHONE,
  })
  const messages: StoredMessage[] = []
  for (const [index, content] of contents.entries()) {
    const clientId = deriveId('robot', message.id, String(index))
    const isLast = index === contents.length - 1
    const posted = await postMessage(
      tx,
      { roomId: room.id, sender: 'robot', clientId, content, handsOver: handsOver && isLast },
      parts.clock.now(),
    )
    messages.push(posted.message)
  }
  return { messages, handsOver }
}

/** Everything that is unanswered in one room. @returns what was said, to be told after the commit. */
async function answerRoom(parts: SupportParts, tx: Sql, roomId: string): Promise<StoredMessage[]> {
  const room = await lockRoom(tx, roomId)
  if (room === null || room.sessionState !== 'robot' || room.customerSeq <= room.robotSeq) return []
  const robotFiles = await readFiles(tx)
  const said: StoredMessage[] = []
  for (const message of await unansweredMessages(tx, room, ANSWERED_AT_ONCE)) {
    const isFirst = said.length === 0 && !(await hasRobotSpoken(tx, room))
    const answered = await answerMessage(parts, tx, room, message, { isFirst, robotFiles })
    said.push(...answered.messages)
    if (answered.handsOver) break
  }
  await markAnswered(tx, room)
  return said
}

/** Answers whoever waits for the robot. @returns in how many rooms. */
export async function answerRooms(parts: SupportParts): Promise<number> {
  const { chatRobot } = await parts.operator.settings()
  // Whoever waited for a robot that was switched off meanwhile waits for a person.
  if (!chatRobot) return handRoomsOver(parts.database, parts.clock.now())
  const rooms = await roomsForRobot(parts.database, ROOMS_AT_ONCE)
  for (const roomId of rooms) tell(parts, await parts.database.transaction((tx) => answerRoom(parts, tx, roomId)))
  return rooms.length
}

/** Gives it its pictures and its video, once. */
export async function seedRobot(parts: SupportParts): Promise<void> {
  const known = await readFiles(parts.database)
  for (const name of robotFileNames.filter((one) => known[one] === null)) {
    const { file, mediaType } = extension[name]
    const bytes = await readFile(join(import.meta.dirname, 'demo', file))
    const fileId = await parts.files.write({ owner: OWNER, mediaType, bytes })
    await parts.database.transaction(async (tx) => {
      if (await writeRobotFile(tx, name, fileId)) await parts.files.keep(tx, fileId)
    })
  }
}

function languageOf({ language }: Room): Language {
  return language === 'lo' || language === 'en' ? language : 'th'
}
