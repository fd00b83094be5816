import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setSession } from '../../lib/session.ts'
import { aMessage } from '../../testing/desk.fixture.ts'
import { createConversation } from './conversation-store.ts'

/** Calls that were made, as whom, and what answers each. */
let calls: { path: string; token: string | null; answer: (status: number, body: object) => void }[]

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Record<string, string> }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const token = headers['authorization']?.replace('Bearer ', '') ?? null
    calls.push({ path, token, answer: (status, body) => resolve(Response.json(body, { status })) })
    return promise
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  setSession(null)
})

const logIn = (name: string): void =>
  setSession({ token: `token-of-${name}`, agent: { _id: name, name, username: name, roles: ['SUPPORT'] } })
const text = (message: string) => ({ message_type: 'text' as const, payload: { message } })

it('sends what was written one after the other', async () => {
  logIn('noi')
  const settled = vi.fn()
  const conversation = createConversation('room', settled)
  conversation.send(text('one'))
  conversation.send(text('two'))
  await expect.poll(() => calls).toHaveLength(1)
  calls[0]?.answer(200, aMessage(1))
  await expect.poll(() => calls).toHaveLength(2)
  expect(calls.map(({ token }) => token)).toEqual(['token-of-noi', 'token-of-noi'])
  await expect.poll(() => settled).toHaveBeenCalledTimes(1)
})

it('sends nothing as who logs in after the one who wrote it', async () => {
  logIn('noi')
  const settled = vi.fn()
  const conversation = createConversation('room', settled)
  conversation.send(text('one'))
  conversation.send(text('two'))
  await expect.poll(() => calls).toHaveLength(1)
  setSession(null)
  logIn('lek')
  calls[0]?.answer(401, { message: 'invalid-token' })
  await expect.poll(() => conversation.view.read().outgoing.map(({ status }) => status)).toEqual(['failed', 'failed'])
  for (const { clientId } of conversation.view.read().outgoing) conversation.resend(clientId)
  conversation.catchUp()
  await expect.poll(() => conversation.view.read().outgoing.map(({ status }) => status)).toEqual(['failed', 'failed'])
  await expect.poll(() => conversation.view.read().error).toMatchObject({ code: 'EXPIRED_AUTH_TOKEN' })
  expect(calls).toHaveLength(1)
  expect(settled).not.toHaveBeenCalled()
})
