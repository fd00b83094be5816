import { connect } from 'node:net'
import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { formOf } from '../../testing/slip-world.ts'
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

let test: TestHttp
let port = 0
let reading = 0
let arrived = 0
beforeAll(async () => {
  test = await startTestHttp({
    calls: [call],
    routes: [route(call, async ({ upload }) => ({ size: upload.bytes.length }))],
    authenticate: async (memberId) => {
      arrived += 1
      return { ok: true, member: { memberId, sessionId: 'session', username: '0800000000' } }
    },
  })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())
beforeEach(() => {
  reading = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A sender that has sent the head of its form and the first `bytes` of it. */
async function sender(member: string, bytes = 1_000) {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  const head = `POST ${call.path} HTTP/1.1\r\nhost: krapao.example\r\nauthorization: Bearer ${member}\r\ncontent-type: ${contentType}\r\ncontent-length: ${payload.length}\r\n\r\n`
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
async function readingOf(member: string, count: number) {
  const senders: Sender[] = []
  for (let index = 0; index < count; index += 1) senders.push(await sender(member))
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
  it('ends a form that hardly moves, tells its sender, and gives the turn away', async () => {
    const slow = await readingOf('member-1', 4)
    const next = await sender('member-1')
    await settle()
    vi.advanceTimersByTime(14_999)
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
    vi.advanceTimersByTime(15_000)
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
    await vi.advanceTimersByTimeAsync(15_000)
    await own[0]?.answered(429)
    next.end()
    await next.answered(200)
    expect(other?.answer()).toBe('')
    other?.end()
    await other?.answered(200)
    for (const { leave } of own) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })

  it('takes one from anybody when all turns of the process are held', async () => {
    const holders: Sender[] = []
    for (const one of [1, 2, 3, 4, 5, 6]) holders.push(...(await readingOf(`member-${one}`, 4)))
    const next = await sender('member-7')
    await settle()
    await vi.advanceTimersByTimeAsync(15_000)
    next.end()
    await next.answered(200)
    expect(holders.filter(({ answer }) => answer() !== '')).toHaveLength(1)
    for (const { leave } of holders) leave()
    await until('all turns are free', async () => vi.getTimerCount() === 0)
  })
})
