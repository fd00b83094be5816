// `npm run bench chat`: messages told to 2,000 open sockets by the product, beside a bare Socket.IO server and plain
// WebSockets, in turns in one run. The product stores each message before it tells it, one of the others stores a row. Then a
// fifth of the sockets is cut at random while messages go out, and each must have every message once and in order.
import { parseArgs } from 'node:util'
import { databaseAddress, makeDatabase } from './bench-database.ts'
import { type Listener, listen } from './chat-listener.ts'
import { type ChatSubject, makeRooms, startProduct, startYardstick } from './chat-subjects.ts'
import { each, type Figure, figureOf, median, ratios, say, spread } from './figures.ts'
import { type Connection, openConnection } from './http-client.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    sockets: { type: 'string', default: '2000' },
    /** How many messages each case sends in a round, for rooms as in `cases`. */
    messages: { type: 'string', default: '150,1000,2000' },
    parts: { type: 'string', default: 'delivery,cuts' },
    /** Rooms of the cases that are told to listeners; all unless named. */
    rooms: { type: 'string', multiple: true },
    /** Options for the Node of the product, such as --cpu-prof. */
    node: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const sockets = Number(values.sockets)
const counts = values.messages.split(',').map(Number)
const cases = [1, 100, sockets]
  .map((rooms, place) => ({ rooms, messages: counts[place] ?? 1_000 }))
  .filter(({ rooms }) => values.rooms?.includes(String(rooms)) ?? true)

/** Messages that are being sent at the same time. */
const SENDERS = 16
const CUT_SHARE = 0.2
const CUT_ROOMS = 20
const CUT_MESSAGES = 2_000
const AWAY_MS_MAX = 400
const HISTORY_PAGE = 100

const address = databaseAddress('chat')

/** Sends a message in each of the rooms in turn, `SENDERS` at a time. */
async function sendAll(subject: ChatSubject, rooms: readonly string[], messages: number): Promise<void> {
  let sent = 0
  async function sender(connection: Connection): Promise<void> {
    while (sent < messages) {
      const room = rooms[sent % rooms.length] ?? ''
      sent += 1
      const request = subject.request(room, `${performance.now()} how do I get my money to the game?`)
      const { status, body } = await connection.send({ method: 'POST', ...request })
      if (status !== 200) throw new Error(`${subject.name} answered ${status} ${body}`)
    }
    connection.close()
  }
  const connections = await Promise.all(Array.from({ length: SENDERS }, () => openConnection(subject.url)))
  await Promise.all(connections.map(sender))
}

/** Opens connections some at a time, as pages come. */
async function openAll<One>(count: number, open: (place: number) => Promise<One>): Promise<One[]> {
  const opened: One[] = []
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(100, count - opened.length) }, (_, place) => opened.length + place)
    opened.push(...(await Promise.all(some.map(open))))
  }
  return opened
}

/** Tells so many messages to all sockets, spread over so many rooms, and waits until the last one has arrived. */
async function deliver(subject: ChatSubject, terms: { rooms: number; messages: number }): Promise<Figure> {
  const rooms = makeRooms(terms.rooms)
  const wanted = (terms.messages * sockets) / terms.rooms
  const latenciesMs: number[] = []
  const arrived = Promise.withResolvers<void>()
  const onMessage = (_seq: number, text: string): void => {
    latenciesMs.push(performance.now() - Number.parseFloat(text))
    if (latenciesMs.length === wanted) arrived.resolve()
  }
  const { url, protocol } = subject
  const listeners = await openAll(sockets, (place) =>
    listen({ url, protocol, room: rooms[place % rooms.length] ?? '', onMessage }),
  )
  const began = performance.now()
  await sendAll(subject, rooms, terms.messages)
  const late = setTimeout(() => arrived.reject(new Error(`${latenciesMs.length} of ${wanted} arrived`)), 60_000)
  await arrived.promise
  clearTimeout(late)
  const tookS = (performance.now() - began) / 1000
  for (const listener of listeners) listener.close()
  return figureOf(latenciesMs, tookS)
}

async function measureDelivery(subjects: readonly ChatSubject[]): Promise<void> {
  for (const terms of cases) {
    say(`\n${terms.rooms} rooms of ${sockets / terms.rooms} sockets, ${terms.messages} messages a round`)
    const figures = new Map(subjects.map(({ name }) => [name, [] as Figure[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const subject of subjects) figures.get(subject.name)?.push(await deliver(subject, terms))
    }
    const bare = figures.get('bare Socket.IO') ?? []
    for (const [name, list] of figures) {
      const rate = spread(each(list, 'perSecond'), 0)
      const ratio = spread(ratios(list, bare, 'perSecond'), 2)
      const [p50, p99] = [median(each(list, 'p50Ms')), median(each(list, 'p99Ms'))]
      const times = `p50/p99 ${p50.toFixed(1)}/${p99.toFixed(1)} ms`
      say(`${name.padEnd(18)} ${rate} told/s  ${times}  ${ratio} × bare Socket.IO`)
    }
  }
}

/** A page that keeps what it was told in order, asks for what it missed, and drops what it has. */
async function openPage(subject: ChatSubject, room: string) {
  const has: number[] = []
  const counted = { dropped: 0, fetched: 0, cuts: 0 }
  let fetching: Promise<void> | undefined
  let line: Listener | undefined

  function take(seq: number): void {
    if (seq === has.length + 1) has.push(seq)
    else if (seq <= has.length) counted.dropped += 1
    else fetching ??= fetchMissed().finally(() => (fetching = undefined))
  }
  async function fetchMissed(): Promise<void> {
    for (;;) {
      const response = await fetch(`${subject.url}/api/chat/history`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client': 'wallet-user' },
        body: JSON.stringify({ guestId: room, after: has.length, limit: HISTORY_PAGE }),
      })
      const { messages } = (await response.json()) as { messages: { seq: number }[] }
      for (const { seq } of messages) {
        if (seq !== has.length + 1) continue
        has.push(seq)
        counted.fetched += 1
      }
      if (messages.length < HISTORY_PAGE) return
    }
  }
  async function open(): Promise<void> {
    line = await listen({ url: subject.url, protocol: subject.protocol, room, onMessage: take })
  }
  await open()
  return {
    room,
    has,
    counted,
    async cut() {
      counted.cuts += 1
      line?.cut()
      await new Promise((done) => setTimeout(done, Math.random() * AWAY_MS_MAX))
      await open()
      await fetchMissed()
    },
    /** What is under way has come, and nothing lacks. */
    async settle(last: number) {
      const until = performance.now() + 30_000
      while (has.length < last && performance.now() < until) await new Promise((done) => setTimeout(done, 20))
      await fetching
    },
    close: () => line?.close(),
  }
}

async function measureCuts(subject: ChatSubject): Promise<boolean> {
  const rooms = makeRooms(CUT_ROOMS)
  const pages = await openAll(sockets, (place) => openPage(subject, rooms[place % rooms.length] ?? ''))
  const chosen = pages.toSorted(() => Math.random() - 0.5).slice(0, sockets * CUT_SHARE)
  let isOver = false
  const sending = sendAll(subject, rooms, CUT_MESSAGES).finally(() => (isOver = true))
  const cuts: Promise<void>[] = []
  while (!isOver) {
    const page = chosen[cuts.length]
    if (page === undefined) break
    cuts.push(page.cut())
    await new Promise((done) => setTimeout(done, Math.random() * 10))
  }
  await sending
  await Promise.all(cuts)
  const last = CUT_MESSAGES / CUT_ROOMS
  await Promise.all(pages.map((page) => page.settle(last)))
  const isWhole = ({ has }: { has: number[] }): boolean =>
    has.length === last && has.every((seq, place) => seq === place + 1)
  const sum = (read: (page: (typeof pages)[number]) => number): number =>
    pages.reduce((total, page) => total + read(page), 0)
  const whole = pages.filter(isWhole).length
  say(`\n${sockets} sockets in ${CUT_ROOMS} rooms, ${CUT_MESSAGES} messages, ${cuts.length} sockets cut at random`)
  say(
    `${whole} of ${sockets} have every message once and in order; ${sum(({ counted }) => counted.fetched)} were fetched` +
      ` after a cut or a gap, ${sum(({ counted }) => counted.dropped)} came again and were dropped`,
  )
  for (const page of pages) page.close()
  return whole === sockets
}

const product = await startProduct(await makeDatabase(address, 'product'), values.node)
const parts = values.parts.split(',')
if (parts.includes('delivery')) {
  const stored = await makeDatabase(address, 'yardstick')
  const yardsticks = [
    await startYardstick('socket.io'),
    await startYardstick('socket.io', stored),
    await startYardstick('ws'),
  ]
  await measureDelivery([...yardsticks, product])
  for (const yardstick of yardsticks) await yardstick.stop()
}
if (parts.includes('cuts') && !(await measureCuts(product))) process.exitCode = 1
await product.stop()
