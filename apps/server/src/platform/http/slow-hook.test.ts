import { connect } from 'node:net'
import { calls } from '@krapao/contract'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { until } from '../../testing/until.ts'
import { BinaryAnswer, route } from './index.ts'

// Machines that call a party's door, send a head, and then a body that never comes whole.

/** What the server gives a body of JSON or of a form. */
const BODY_WITHIN_MS = 60_000
const CALLERS = 30

let test: TestHttp
let port = 0
const heard: string[] = []
beforeAll(async () => {
  test = await startTestHttp({
    calls: [calls.hookParty, calls.hookBank],
    routes: [
      route(calls.hookParty, async ({ params }) => {
        heard.push(params.party)
        const bytes = Buffer.from('ok')
        return new BinaryAnswer({
          bytes,
          mediaType: 'text/plain',
          name: 'answer.txt',
          isShown: true,
          release: () => {},
        })
      }),
      route(calls.hookBank, async () => {
        heard.push('bank')
        return { code: 'OK' as const }
      }),
    ],
  })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())
afterEach(() => {
  vi.restoreAllMocks()
})

async function slowCaller(path: string, type: string) {
  let answer = ''
  const socket = connect(port, '127.0.0.1')
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  const head = `POST ${path} HTTP/1.1\r\nhost: krapao.example\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{`
  await new Promise((done) => socket.write(head, done))
  return { answer: () => answer, isClosed: () => socket.closed, trickle: () => socket.write(' ') }
}

it('[CNX-006] bodies that do not come to a hook are ended in a minute however they drip, and others are served meanwhile', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const limits = () => timers.mock.calls.filter(([, ms]) => ms === BODY_WITHIN_MS).map(([end]) => end as () => void)
  const slow: Awaited<ReturnType<typeof slowCaller>>[] = []
  for (let index = 0; index < CALLERS; index += 1) {
    const [path, type] =
      index % 2 === 0
        ? (['/api/hooks/gateway', 'application/x-www-form-urlencoded'] as const)
        : (['/api/hooks/bank', 'application/json'] as const)
    slow.push(await slowCaller(path, type))
  }
  await until('all are being read', async () => limits().length === CALLERS)
  for (const { trickle } of slow) trickle()

  const post = (path: string, body: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const served = await post('/api/hooks/prompt', '{}')
  expect([served.status, heard]).toEqual([200, ['prompt']])
  expect(slow.map(({ answer }) => answer())).toEqual(slow.map(() => ''))

  // Their time is over: that of the one who was served is not among them.
  for (const end of limits().slice(0, CALLERS)) end()
  await until('all are hung up on', async () => slow.every(({ isClosed }) => isClosed()))
  for (const { answer } of slow) expect(answer()).toMatch(/^HTTP\/1\.1 408 [^]*"NO_DATA"/)
  expect((await post('/api/hooks/prompt', '{}')).status).toBe(200)
  expect(heard).toEqual(['prompt', 'prompt'])
})
