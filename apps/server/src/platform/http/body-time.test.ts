import fastify from 'fastify'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitBodyTime } from './body-time.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function echoing() {
  const server = fastify()
  const late = vi.fn()
  limitBodyTime(server, late)
  server.get('/', async () => 'read')
  server.post('/', async ({ body }) => body)
  return { server, late }
}

it('does not wait for the body of what was answered without reading one', async () => {
  const { server, late } = echoing()
  expect((await server.inject({ url: '/' })).statusCode).toBe(200)
  expect((await server.inject({ method: 'POST', url: '/', body: { a: 1 } })).json()).toEqual({ a: 1 })
  expect(
    (await server.inject({ method: 'POST', url: '/', body: '{', headers: { 'content-type': 'x/y' } })).statusCode,
  ).toBe(415)
  expect(vi.getTimerCount()).toBe(0)
  expect(late).not.toHaveBeenCalled()
})

it('ends a request whose body has not come after 60 s', async () => {
  const { server, late } = echoing()
  const body = new PassThrough()
  const answered = server.inject({
    method: 'POST',
    url: '/',
    payload: body,
    headers: { 'content-type': 'application/json' },
  })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), { timeout: 60_000 })
  vi.advanceTimersByTime(50_000)
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(late).toHaveBeenCalledOnce()
  body.end('{}')
  expect((await answered).statusCode).toBe(200)
})
