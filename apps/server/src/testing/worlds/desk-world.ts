import { type AnswerOf, type ComposedMessage, desk, type DeskMessage, type DeskRoom, type Role } from '@krapao/contract'
import { io, type Socket } from 'socket.io-client'
import { TOTP } from 'otpauth'
import type { TestApp } from '../app.ts'
import type { Answered } from '../client.ts'

/** One of the staff, as the command line made him. */
export interface StaffAccount {
  username: string
  password: string
  totpKey: string
}

/** One who is logged in. */
export interface Staff extends StaffAccount {
  agentId: string
  token: string
}

let made = 0

/** Reads what `desk add` and `desk reset` show. */
export function readAccount(shown: string): StaffAccount {
  const found = (label: string): string => new RegExp(`^${label} +(\\S+)$`, 'm').exec(shown)?.[1] ?? ''
  return { username: found('user name'), password: found('password'), totpKey: found('TOTP key') }
}

export async function addStaff(app: TestApp, name = 'Noi', roles: readonly Role[] = []): Promise<StaffAccount> {
  made += 1
  const told = roles.length === 0 ? [] : ['--roles', roles.join().toLowerCase()]
  const account = readAccount(await app.command('desk', 'add', `staff${made}`, name, ...told))
  // As if he had chosen this password himself when he first came.
  await app.database.query('update support_agent set password_until = null where username = $1', [account.username])
  return account
}

/** The code that his authenticator app shows now, or so many steps of 30 seconds later. */
export function codeOf(app: TestApp, { totpKey }: StaffAccount, stepsLater = 0): string {
  const timestamp = app.clock.now().getTime() + stepsLater * 30_000
  return new TOTP({ secret: totpKey }).generate({ timestamp })
}

/** Logs in; `changed` is what he types otherwise than he should. */
export function deskLogin(
  app: TestApp,
  account: StaffAccount,
  changed: {
    username?: string
    password?: string
    totp?: string
    newPassword?: string
    address?: string
    headers?: Record<string, string>
  } = {},
): Promise<Answered<typeof desk.deskLogin>> {
  const { address = '10.1.1.1', headers = {}, ...typed } = changed
  const { username, password } = account
  return app.desk.call(desk.deskLogin, {
    address,
    headers,
    body: { username, password, totp: codeOf(app, account), ...typed },
  })
}

/** One of the staff, logged in. */
export async function staffMember(app: TestApp, name = 'Noi', roles: readonly Role[] = []): Promise<Staff> {
  const account = await addStaff(app, name, roles)
  const { status, body } = await deskLogin(app, account)
  if (status !== 200) throw new Error(`the login of staff was answered with ${status} ${JSON.stringify(body)}`)
  // Tests let hours pass between two deeds: his session does not end of it.
  await app.database.query(`update support_agent_session set last_seen_at = '9999-01-01' where agent_id = $1`, [
    body.agent._id,
  ])
  return { ...account, token: body.token, agentId: body.agent._id }
}

export const textMessage = (message: string): ComposedMessage => ({ message_type: 'text', payload: { message } })

/** Sends a message; a text where it is only words. */
export function answer(
  app: TestApp,
  { token }: Staff,
  roomId: string,
  said: string | ComposedMessage,
  key?: string,
): Promise<Answered<typeof desk.deskSend>> {
  const message = typeof said === 'string' ? textMessage(said) : said
  return app.desk.call(desk.deskSend, { token, params: { roomId }, body: { message }, key })
}

export async function deskRoomOf(app: TestApp, { token }: Staff, roomId: string): Promise<DeskRoom> {
  return (await app.desk.ok(desk.deskRoomRead, { token, params: { roomId } })).room
}

export async function deskHistoryOf(
  app: TestApp,
  { token }: Staff,
  roomId: string,
  page: { limit?: number; before?: number; after?: number } = {},
): Promise<DeskMessage[]> {
  return (await app.desk.ok(desk.deskHistory, { token, params: { roomId }, body: page })).messages
}

/** What everybody did, the newest first, as this one of the staff would read it were he an auditor too. */
export async function auditOf(
  app: TestApp,
  { token, agentId }: Staff,
  roomId?: string,
): Promise<AnswerOf<typeof desk.deskAudit>['rows']> {
  const query = roomId === undefined ? undefined : { roomId }
  const [had] = await app.database.query<{ roles: Role[] }>('select roles from support_agent where id = $1', [agentId])
  const setRoles = (roles: readonly Role[] = []) =>
    app.database.query('update support_agent set roles = $2 where id = $1', [agentId, roles])
  await setRoles([...(had?.roles ?? []), 'AUDITOR'])
  const { rows } = await app.desk.ok(desk.deskAudit, { token, query })
  await setRoles(had?.roles)
  return rows
}

const fileCalls = { image: desk.deskUploadImage, video: desk.deskUploadVideo, content: desk.deskContentPicture }

export function uploadAtDesk(
  app: TestApp,
  { token }: Staff,
  bytes: Buffer,
  kind: keyof typeof fileCalls = 'image',
  address?: string,
): Promise<Answered<typeof desk.deskUploadImage>> {
  const form = { bytes, name: 'reply.bin', type: 'application/octet-stream' }
  return app.desk.call(fileCalls[kind] as typeof desk.deskUploadImage, { token, address, form })
}

/** A page of the desk that listens. */
export interface DeskPage {
  hints: { roomId: string; seq: number }[]
  connected: Promise<void>
  closed: Promise<string>
  close(): void
}

export function openDeskPage(
  url: string,
  auth: Record<string, unknown>,
  headers: Record<string, string> = {},
): DeskPage {
  const options = { auth, extraHeaders: headers, transports: ['websocket'], reconnection: false, forceNew: true }
  const socket: Socket = io(url, options)
  const hints: DeskPage['hints'] = []
  socket.on('desk', (hint: DeskPage['hints'][number]) => hints.push(hint))
  const connected = new Promise<void>((done, fail) => {
    socket.on('connect', done)
    socket.on('connect_error', fail)
  })
  connected.catch(() => undefined)
  return {
    hints,
    connected,
    closed: new Promise((done) => socket.on('disconnect', done)),
    close: () => void socket.close(),
  }
}
