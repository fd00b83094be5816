import { calls, type ChatMessage, type DeskRoom, type Role } from '@krapao/contract'
import type { Page } from '@playwright/test'
import { newKey } from './client.ts'
import type { World } from './players.ts'
import { addStaff, deskToken, type StaffAccount } from './staff.ts'

/** A guest id as the browser makes one. */
export function newGuestId(): string {
  return `guest-${newKey().replaceAll('-', '').slice(0, 24)}`
}

/** Writes as a guest does. */
export function sayAsGuest({ api }: Pick<World, 'api'>, guestId: string, message: string): Promise<ChatMessage> {
  return api.ok(calls.chatSendMessage, {
    key: newKey(),
    body: { sender: 'customer', guestId, message: { message_type: 'text', payload: { message } } },
  })
}

/** What a guest sees of his room, oldest first. */
export async function readAsGuest({ api }: Pick<World, 'api'>, guestId: string): Promise<readonly ChatMessage[]> {
  return (await api.ok(calls.chatHistory, { body: { guestId, limit: 100, skip: 0 } })).messages
}

/** One of the staff with an open session. */
export interface Agent {
  readonly account: StaffAccount
  readonly token: string
  readonly _id: string
  readonly name: string
  readonly roles: readonly Role[]
}

/** The room of the guest who was heard last: its id says nothing of his own. */
export async function lastGuestRoom(world: Pick<World, 'product'>, token: string): Promise<string> {
  const { rooms } = await askDesk<{ rooms: DeskRoom[] }>(world, token, 'GET', '/api/desk/inbox?box=open')
  const found = rooms.find(({ kind }) => kind === 'guest')
  if (!found) throw new Error('no guest has said anything')
  return found.roomId
}

let made = 0

/** Makes one of the staff by the operator's command, and logs him in. */
export async function newAgent(
  { product }: Pick<World, 'product'>,
  name: string,
  roles: readonly Role[] = ['SUPPORT'],
): Promise<Agent> {
  made += 1
  const username = `agent${made}.${newKey().slice(0, 6)}`
  const account = await addStaff(product, username, name, roles.join(',').toLowerCase())
  const token = await deskToken(product, account)
  const { agent } = await askDesk<{ agent: { _id: string } }>({ product }, token, 'GET', '/api/desk/me')
  return { account, token, _id: agent._id, name, roles }
}

/** Makes a call of the desk that must be answered. */
export async function askDesk<Answer>(
  { product }: Pick<World, 'product'>,
  token: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object | FormData,
): Promise<Answer> {
  const isForm = body instanceof FormData
  const response = await fetch(`${product.deskUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': newKey(),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text) as Answer
}

/** Makes a page of the desk one of this agent, in this language, from its first paint. */
export async function sitDown(page: Page, agent: Agent, language: string): Promise<void> {
  const { token, _id, name, account, roles } = agent
  const session = JSON.stringify({ token, agent: { _id, name, username: account.username, roles } })
  await page.addInitScript(
    ([kept, locale]) => {
      sessionStorage.setItem('desk-session', kept ?? '')
      localStorage.setItem('desk-language', locale ?? '')
    },
    [session, language],
  )
}
