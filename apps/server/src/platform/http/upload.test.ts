import { connect } from 'node:net'
import { defineCall } from '@krapao/contract'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestHttp, type TestHttp } from '../../testing/http.ts'
import { formOf } from '../../testing/form.ts'
import { until } from '../../testing/until.ts'
import { route } from './index.ts'

const MAX = 1000
const call = defineCall({
  name: 'testUpload',
  method: 'POST',
  path: '/api/test/upload',
  caller: 'member-or-guest',
  summary: 'Takes a picture',
  upload: {
    maxBytes: MAX,
    types: ['image/png', 'image/gif'],
    noFileCode: 'NO_DATA',
    wrongTypeCode: 'FILE_NOT_SUPPORTED',
  },
  answer: v.object({ type: v.string(), size: v.number(), fields: v.record(v.string(), v.string()) }),
})
const plain = defineCall({
  name: 'testPlain',
  method: 'POST',
  path: '/api/test/plain',
  caller: 'anybody',
  summary: 'Takes JSON',
  body: v.object({}),
  answer: v.object({}),
})

let test: TestHttp
let port = 0
beforeAll(async () => {
  test = await startTestHttp({
    calls: [call, plain],
    routes: [
      route(call, async ({ upload }) => ({
        type: upload.type,
        size: upload.bytes.length,
        fields: { ...upload.fields },
      })),
      route(plain, async () => ({})),
    ],
  })
  port = (await test.http.listen(0)).port
})
afterAll(() => test.close())

const png = (size: number): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size - 8, 1)])

async function send(form: ReturnType<typeof formOf>, url: string = call.path) {
  const { payload, contentType } = form
  const answer = await test.http.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload })
  return { status: answer.statusCode, ...answer.json<object>() }
}

it('takes a file by its bytes, with the fields beside it, from a guest too', async () => {
  const form = formOf(
    { bytes: png(MAX), name: '../../etc/passwd.exe', type: 'application/x-sh' },
    { guestId: 'guest-1' },
  )
  expect(await send(form)).toEqual({ status: 200, type: 'image/png', size: MAX, fields: { guestId: 'guest-1' } })
})

const tooLarge = { status: 413, message: 'FILE_TOO_LARGE', details: { max: MAX } }

it('refuses one byte more, another kind, and no file by the codes of the call', async () => {
  expect(await send(formOf({ bytes: png(MAX + 1) }))).toEqual(tooLarge)
  const jpeg = formOf({ bytes: Buffer.from([0xff, 0xd8, 0xff, ...Buffer.alloc(30)]), type: 'image/png' })
  expect(await send(jpeg)).toEqual({ status: 415, message: 'FILE_NOT_SUPPORTED' })
  expect(await send(formOf({ bytes: Buffer.alloc(0) }))).toEqual({ status: 422, message: 'NO_DATA' })
  expect(await send(formOf({ bytes: png(20), field: '__proto__' }))).toMatchObject({ status: 400 })
})

it('bounds the form beside the file', async () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x']))
  expect(await send(formOf({ bytes: png(20) }, many))).toEqual(tooLarge)
})

it('is understood nowhere else', async () => {
  expect(await send(formOf({ bytes: png(20) }), plain.path)).toMatchObject({ status: 415 })
})

it('lets many wait for their turn, refuses too many, and forgets who leaves', async () => {
  const { payload, contentType } = formOf({ bytes: png(500) })
  const half = payload.subarray(0, 200)
  const head = `POST ${call.path} HTTP/1.1\r\nhost: krapao.example\r\ncontent-type: ${contentType}\r\ncontent-length: ${payload.length}\r\n\r\n`
  // These never send the rest: four are being read, the others wait.
  const stuck = Array.from({ length: 34 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.concat([Buffer.from(head), half])))
    socket.on('error', () => undefined)
    return socket
  })
  const ask = async () =>
    (
      await fetch(`http://127.0.0.1:${port}${call.path}`, {
        method: 'POST',
        body: payload,
        headers: { 'content-type': contentType },
      })
    ).status
  await until('too many wait', async () => (await ask()) === 429)
  for (const socket of stuck) socket.destroy()
  await until('the turns are free again', async () => (await ask()) === 200)
})
