import { calls } from '@krapao/contract'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { until } from '../../testing/until.ts'
import { route } from '../http/index.ts'
import { answerFile } from './index.ts'
import { shareBytes } from './shared-bytes.ts'

/** More than this machine keeps on the line for a reader who takes nothing. */
const BYTES = Buffer.alloc(24 * 1024 * 1024, 'film')

let test: TestHttp
let port = 0
let reads = 0
beforeAll(async () => {
  const store = {
    async read() {
      reads += 1
      return BYTES
    },
  }
  const shared = shareBytes(store, { bytes: 2 * BYTES.length, bytesOfOwner: 2 * BYTES.length })
  const files = {
    async open({ id }: { id: string }) {
      const taken = await shared.take({ id, owner: id, byteCount: BYTES.length })
      return taken && { ...taken, mediaType: 'video/mp4' }
    },
  }
  const read = route(calls.fileRead, ({ params, query }) => answerFile(files, { id: params.id, ...query }))
  // The check would make text of the bytes.
  test = await startTestHttp({ calls: [calls.fileRead], routes: [read], checksAnswers: false })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())

const pathOf = (id: string): string => `/api/files/${id}?e=1&s=s`

it('sends no file more while too much is under way, and says when to ask again', async () => {
  const idle = ['one', 'two'].map((id) => {
    const socket = connect(port, '127.0.0.1').pause()
    socket.write(`GET ${pathOf(id)} HTTP/1.1\r\nhost: krapao.example\r\n\r\n`)
    return socket
  })
  await until('both are being sent', async () => reads === 2)
  const refused = await fetch(`http://127.0.0.1:${port}${pathOf('three')}`)
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    '10',
    { message: 'REQUEST_LIMIT' },
  ])
  expect(reads).toBe(2)
  // What is under way may be sent to others too.
  const same = await fetch(`http://127.0.0.1:${port}${pathOf('one')}`)
  expect((await same.arrayBuffer()).byteLength).toBe(BYTES.length)
  idle[1]?.destroy()
  await until('there is room again', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}${pathOf('three')}`)
    await answer.arrayBuffer()
    return answer.status === 200
  })
  idle[0]?.destroy()
})
