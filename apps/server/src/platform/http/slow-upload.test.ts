import { connect } from 'node:net'
import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { formOf } from '../../testing/form.ts'
import { until } from '../../testing/until.ts'
import { route } from './index.ts'

const call = defineCall({
  name: 'testUpload',
  method: 'POST',
  path: '/api/test/upload',
  caller: 'member-or-guest',
  summary: 'Takes a picture',
  upload: { maxBytes: 500_000, types: ['image/png'], noFileCode: 'NO_DATA', wrongTypeCode: 'FILE_NOT_SUPPORTED' },
  answer: v.object({ size: v.number() }),
})
const FILE_BYTES = 300_000
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(FILE_BYTES - 8, 1)])
const { payload, contentType } = formOf({ bytes: PNG })

/** So many forms of this size fit in, and one of a guest. */
const FORMS_MAX = 24

let test: TestHttp
let port = 0
let reading = 0
let arrived = 0
beforeAll(async () => {
  test = await startTestHttp({
    calls: [call],
    uploadMeans: { formsMax: FORMS_MAX, bytesMax: FORMS_MAX * payload.length, guestBytesMax: payload.length },
    routes: [
      route(call, async ({ upload }) => ({ size: upload.bytes.length }), {
        limit: { perMember: { max: 9, windowS: 60 } },
      }),
    ],
    authenticate: async (memberId) => {
      arrived += 1
      return {
        ok: true,
        member: { memberId, sessionId: 'session', username: '0800000000', factorAt: null, newDeviceAt: null },
      }
    },
  })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())
beforeEach(() => {
  reading = 0
  test.clock.advance(60_000)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A sender that has sent the head of its form and the first `bytes` of it; a guest sends no token. */
async function sender(member: string, { bytes = 1_000, length = `content-length: ${payload.length}` } = {}) {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  const head = `POST ${call.path} HTTP/1.1\r\nhost: krapao.example\r\nauthorization: Bearer ${member}\r\ncontent-type: ${contentType}\r\n${length}\r\n\r\n`
  socket.write(Buffer.concat([Buffer.from(head), payload.subarray(0, bytes)]))
  let sent = bytes
  const before = arrived
  await until('it has come', async () => arrived > before)
  return {
    answer: () => answer,
    answered: (status: number) =>
      until(`${member} is answered ${status}`, async () => answer.includes(`1.1 ${status}`)),
    isClosed: () => until(`${member} is hung up on`, async () => socket.closed),
    async send(more: number) {
      const part = payload.subarray(sent, sent + more)
      sent += part.length
      await new Promise((done) => socket.write(part, done))
    },
    end: () => socket.write(payload.subarray(sent)),
    leave: () => socket.destroy(),
  }
}

type Sender = Awaited<ReturnType<typeof sender>>

/** Senders whose forms are being read: each has a turn of its own, and a timer for it. */
async function readingOf(member: string, count: number, sent: Parameters<typeof sender>[1] = {}) {
  const senders: Sender[] = []
  for (let index = 0; index < count; index += 1) senders.push(await sender(member, sent))
  reading += count
  await until('they are being read', async () => vi.getTimerCount() === reading)
  return senders
}

/** What is on the line of this machine has been read when a later request is answered. */
async function settle(): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
}

it('waits for a slow sender as long as nobody else wants his turn', async () => {
  const [slow] = await readingOf('member-1', 1)
  vi.advanceTimersByTime(120_000)
  await settle()
  slow?.end()
  await slow?.answered(200)
  expect(slow?.answer()).toContain(`{"size":${FILE_BYTES}}`)
})

describe('while others wait', () => {
  it('leaves a form unread that has come whole, until there is room for it', async () => {
    const own = await readingOf('member-1', 4)
    const next = await sender('member-1', { bytes: payload.length })
    await settle()
    expect([next.answer(), vi.getTimerCount()]).toEqual(['', 4])
    own[0]?.leave()
    await next.answered(200)
    for (const { leave } of own) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('ends a form that hardly moves, tells its sender, and gives the turn away', async () => {
    const slow = await readingOf('member-1', 4)
    const next = await sender('member-1')
    await settle()
    vi.advanceTimersByTime(4_999)
    await settle()
    expect(slow.map(({ answer }) => answer())).toEqual(['', '', '', ''])
    await vi.advanceTimersByTimeAsync(1)
    await slow[0]?.answered(429)
    expect(slow[0]?.answer()).toContain('{"message":"REQUEST_LIMIT"}')
    expect(slow[0]?.answer()).toContain('retry-after: 15')
    await slow[0]?.isClosed()
    next.end()
    await next.answered(200)
    // One turn was wanted, one was taken.
    expect(slow.slice(1).map(({ answer }) => answer())).toEqual(['', '', ''])
    for (const { leave } of slow) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('lets a form go on that brings enough', async () => {
    const [quick, slow, ...others] = await readingOf('member-1', 4)
    const next = await sender('member-1')
    await quick?.send(130_000)
    await settle()
    vi.advanceTimersByTime(5_000)
    await slow?.answered(429)
    next.end()
    await next.answered(200)
    quick?.end()
    await quick?.answered(200)
    for (const { leave } of others) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('takes turns only where that lets somebody in', async () => {
    const own = await readingOf('member-1', 4)
    const [other] = await readingOf('member-2', 1)
    const next = await sender('member-1')
    await settle()
    await vi.advanceTimersByTimeAsync(5_000)
    await own[0]?.answered(429)
    next.end()
    await next.answered(200)
    expect(other?.answer()).toBe('')
    other?.end()
    await other?.answered(200)
    for (const { leave } of own) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('leaves each caller one form, however quickly he sends, while another has none', async () => {
    const holders: Sender[][] = []
    for (const one of [1, 2, 3, 4, 5, 6]) holders.push(await readingOf(`member-${one}`, 4))
    const next = await sender('member-7')
    for (const { send } of holders.flat()) await send(130_000)
    await settle()
    await vi.advanceTimersByTimeAsync(5_000)
    next.end()
    await next.answered(200)
    expect(holders.flat().filter(({ answer }) => answer() !== '')).toHaveLength(1)
    expect(holders.map(([first]) => first?.answer())).toEqual(['', '', '', '', '', ''])
    for (const { leave } of holders.flat()) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('asks a form for as much as its size needs to come within a minute', async () => {
    const holders: Sender[] = []
    for (let one = 1; one <= FORMS_MAX; one += 1) holders.push(...(await readingOf(`member-${one}`, 1)))
    const next = await sender('member-99')
    const [slow, ...enough] = holders
    await slow?.send(Math.floor(payload.length / 12) - 10)
    for (const { send } of enough) await send(Math.ceil(payload.length / 12))
    await settle()
    await vi.advanceTimersByTimeAsync(5_000)
    await slow?.answered(429)
    next.end()
    await next.answered(200)
    expect(enough.map(({ answer }) => answer()).join('')).toBe('')
    for (const { leave } of holders) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('counts a form that does not say its size as large as it may be', async () => {
    const unsaid = { length: 'transfer-encoding: chunked', bytes: 0 }
    const holders: Sender[] = []
    for (let one = 1; one <= 12; one += 1) holders.push(...(await readingOf(`member-${one}`, 1, unsaid)))
    const next = await sender('member-99')
    next.end()
    await settle()
    expect(next.answer()).toBe('')
    await vi.advanceTimersByTimeAsync(5_000)
    await next.answered(200)
    for (const { leave } of holders) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })
})

it('refuses a member who sent enough before his form is read', async () => {
  for (let count = 0; count < 9; count += 1) {
    const before = await sender('member-eager')
    before.end()
    await before.answered(200)
  }
  const next = await sender('member-eager')
  await next.answered(429)
  next.leave()
})
