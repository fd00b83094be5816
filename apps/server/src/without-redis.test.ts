import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from './testing/app.ts'
import { registeredMember } from './testing/worlds/stories.ts'

/** Nobody answers at port 9. */
const nowhere = { REDIS_URL: 'redis://127.0.0.1:9' }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ sandbox: true, env: nowhere })
})
afterAll(() => app.close())

const ask = async (url: string) => app.app().http.inject({ method: 'GET', url })

it('a server whose Redis is away says so, and does everything all the same', async () => {
  const ready = await ask('/ready')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready', checks: { database: true, sandbox: true, redis: false } })
  expect((await ask('/metrics')).body).toMatch(/^krapao_redis_up 0$/m)
  expect((await registeredMember(app)).token).not.toBe('')
  expect(app.lines.filter(({ msg }) => String(msg).startsWith('Redis is away'))).toHaveLength(1)
})
