import { randomUUID } from 'node:crypto'
import type { ChatMessage } from '@krapao/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appMigrations } from '../../app.ts'
import type { Database } from '../../platform/database/types.ts'
import { createDatabaseStore, createFiles, type Files } from '../../platform/files/index.ts'
import { createSignals } from '../../platform/signals.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { furnishDemo } from '../../testing/furnish.ts'
import { atEachPlace, Life } from '../../testing/mortal.ts'
import { guest } from '../../testing/worlds/chat-world.ts'
import { createOperator } from '../operator/index.ts'
import { historyOfCustomer, sendAsCustomer } from './customer/conversations.ts'
import { answerRooms, seedRobot } from './robot/robot.ts'
import { createMemory, type SupportParts } from './support.parts.ts'
import { tellUntold } from './messages/telling.ts'

/** A message on its way: the process is killed before and after each statement and commit, and another one goes on. */
let real: Database
const clock = createFakeClock()
const signals = createSignals()
const heard: ChatMessage[] = []
signals.subscribe((signal) => {
  if (signal.kind === 'chat') heard.push(signal.message)
})
let life: Life
let one: SupportParts

beforeAll(async () => {
  real = await openTestDatabase({ migrations: appMigrations })
  const operator = createOperator({ database: real, clock })
  await furnishDemo({ database: real, clock, modules: [operator] })
  await operator.setSetting('chatRobot', true)
  life = new Life()
  one = born()
  await seedRobot(one)
})
afterAll(() => real.close())

/** A process of its own, on the database of all. */
function born(): SupportParts {
  const database = life.database(real)
  const files: Files = createFiles({
    database,
    clock,
    store: createDatabaseStore(database),
    linkKeysHex: ['00'.repeat(32)],
  })
  const operator = createOperator({ database: real, clock })
  return {
    database,
    clock,
    files,
    operator,
    signals,
    jobs: { wake: () => undefined },
    website: 'https://krapao.example',
    memory: createMemory(),
  } as unknown as SupportParts
}

async function work(parts: SupportParts): Promise<void> {
  while ((await answerRooms(parts)) > 0) continue
  while ((await tellUntold(parts)) > 0) continue
}

async function bornAgain(): Promise<void> {
  life = new Life()
  one = born()
}

it('a message is stored once, answered once and told, whenever the process ends', async () => {
  const places = await atEachPlace({ now: () => life, bornAgain }, async () => {
    const customer = { id: guest().roomId, kind: 'guest' } as const
    const fileId = await one.files.write({ owner: customer.id, mediaType: 'image/png', bytes: Buffer.from('x') })
    const filePath = one.files.link({ id: fileId, owner: customer.id })
    const words = { clientId: randomUUID(), language: 'en', name: null } as const
    const media = { message_type: 'media', payload: { message: 'x.png', fileType: 'image', filePath } } as const
    const said = [
      { ...words, message: { message_type: 'text', payload: { message: 'how to' } } } as const,
      { ...words, clientId: randomUUID(), message: media },
    ]
    heard.splice(0)
    async function act(): Promise<void> {
      for (const each of said) {
        await sendAsCustomer(one, customer, each)
        await work(one)
      }
    }
    return {
      act,
      async after() {
        // The client never heard how it ended, and tries again with the same keys.
        await act()
        clock.advance(3_000)
        await work(one)
        const { messages } = await historyOfCustomer(one, customer, { limit: 100, skip: 0, after: null })
        const kinds = messages.map(({ sender, message }) => `${sender} ${message.message_type}`)
        expect(kinds).toEqual([
          'customer text',
          'robot media',
          'robot media',
          'robot buttons',
          'customer media',
          'robot text',
        ])
        expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
        expect(new Set(heard.map(({ _id }) => _id))).toEqual(new Set(messages.map(({ _id }) => _id)))
        const rows = await real.query(
          `select r.session_state, f.kept, (select count(*) from support_message m where m.room_id = r.id and not told) as untold
           from support_room r, stored_file f where r.id = $1 and f.id = $2`,
          [customer.id, fileId],
        )
        expect(rows).toEqual([{ session_state: 'waiting', kept: true, untold: 0 }])
      },
    }
  })
  expect(places).toBeGreaterThan(40)
})
