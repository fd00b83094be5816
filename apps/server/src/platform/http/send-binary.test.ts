import { defineCall } from '@krapao/contract'
import { connect } from 'node:net'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { until } from '../../testing/until.ts'
import { BinaryAnswer, route } from './index.ts'

const call = defineCall({
  name: 'testFile',
  method: 'GET',
  path: '/api/test/file',
  caller: 'anybody',
  summary: 'A file',
  answerType: '*/*',
  answer: v.unknown(),
})
/** More than this machine keeps on the line for a reader who takes nothing. */
const BYTES = Buffer.alloc(24 * 1024 * 1024, 'film')

let test: TestHttp
let port = 0
let opened = 0
let released = 0
beforeAll(async () => {
  const handler = async () => {
    opened += 1
    return new BinaryAnswer({
      bytes: BYTES,
      mediaType: 'video/mp4',
      name: 'film.mp4',
      isShown: true,
      release: () => (released += 1),
    })
  }
  // The check would make text of the bytes.
  test = await startTestHttp({ calls: [call], routes: [route(call, handler)], checksAnswers: false })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())
beforeEach(() => {
  opened = 0
  released = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A reader who has asked, so many times on one connection, and takes nothing yet. */
async function reader(times = 1) {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  socket.write(`GET ${call.path} HTTP/1.1\r\nhost: krapao.example\r\n\r\n`.repeat(times))
  await until('he is being answered', async () => opened === times && vi.getTimerCount() === times)
  return socket
}

it('sends all of a file, and lets go of it then', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}${call.path}`)
  expect(answer.headers.get('content-length')).toBe(String(BYTES.length))
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="film.mp4"')
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true)
  await until('it is let go', async () => released === 1)
  expect(vi.getTimerCount()).toBe(0)
})

it('sends a part, and lets go of a file of which there is no such part', async () => {
  const ask = (range: string) =>
    test.http.inject({ method: 'GET', url: call.path, headers: { range: `bytes=${range}` } })
  const part = await ask('100000-299999')
  expect(part.statusCode).toBe(206)
  expect(part.headers).toMatchObject({
    'content-length': '200000',
    'content-range': `bytes 100000-299999/${BYTES.length}`,
  })
  expect(part.rawPayload.equals(BYTES.subarray(100_000, 300_000))).toBe(true)
  expect((await ask(`${BYTES.length}-`)).statusCode).toBe(416)
  await until('both are let go', async () => released === 2)
  expect(vi.getTimerCount()).toBe(0)
})

it('hangs up on a reader who takes nothing for a minute', async () => {
  const socket = await reader()
  const isClosed = vi.fn()
  socket.once('close', isClosed)
  await until('it is let go', async () => {
    // What fits on the line goes there at first.
    vi.advanceTimersByTime(60_000)
    return released === 1
  })
  expect(vi.getTimerCount()).toBe(0)
  socket.resume()
  await until('he is hung up on', async () => isClosed.mock.calls.length === 1)
  expect(socket.bytesRead).toBeLessThan(BYTES.length)
})

it('waits for a reader who takes little', async () => {
  const pieces = vi.spyOn(BYTES, 'subarray')
  const socket = await reader()
  for (const minute of ['first', 'second', 'third', 'fourth']) {
    const before = pieces.mock.calls.length
    await until(`he takes something in the ${minute} minute`, async () => {
      socket.read()
      return pieces.mock.calls.length > before
    })
    vi.advanceTimersByTime(60_000)
  }
  expect(released).toBe(0)
  socket.resume()
  await until('he has all of it', async () => released === 1)
  await until('it has come', async () => socket.bytesRead > BYTES.length)
  socket.destroy()
  pieces.mockRestore()
})

it('lets go of all that a reader waits for who leaves', async () => {
  const socket = await reader(3)
  expect(released).toBe(0)
  socket.destroy()
  await until('all is let go', async () => released === 3)
  expect(vi.getTimerCount()).toBe(0)
})
