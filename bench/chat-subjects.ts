import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { ListenTerms } from './chat-listener.ts'
import { end, startProgram, untilUp } from './programs.ts'

const PORT = 18_741

/** A server with rooms, and how it is told what to say there. */
export interface ChatSubject {
  name: string
  url: string
  protocol: ListenTerms['protocol']
  request(room: string, text: string): { path: string; headers: string; body: string }
  stop(): Promise<void>
}

/** A bare server of one kind; with a database it stores one row a message. */
export async function startYardstick(kind: 'socket.io' | 'ws', databaseUrl?: string): Promise<ChatSubject> {
  const child = fork(
    join(import.meta.dirname, 'chat-yardstick.ts'),
    databaseUrl === undefined ? [kind] : [kind, databaseUrl],
  )
  const [port] = (await once(child, 'message')) as [number]
  return {
    name: kind === 'ws' ? 'plain ws' : databaseUrl === undefined ? 'bare Socket.IO' : 'Socket.IO + a row',
    url: `http://127.0.0.1:${port}`,
    protocol: kind === 'ws' ? 'plain' : 'socket.io',
    request: (room, text) => ({ path: '/send', headers: '', body: JSON.stringify({ room, text }) }),
    stop: () => end(child),
  }
}

/** The product's server with its log, on a PostgreSQL database; its robot is silent. `nodeOptions` are its process's. */
export async function startProduct(databaseUrl: string, nodeOptions: readonly string[]): Promise<ChatSubject> {
  const url = `http://127.0.0.1:${PORT}`
  const settings = { PORT: String(PORT), DATABASE_URL: databaseUrl, KRAPAO_LIMIT_FACTOR: '1000000' }
  const child = startProgram('apps/server/src/main.ts', settings, { nodeOptions })
  await untilUp(child, `${url}/ready`)
  await silenceRobot(databaseUrl)
  return {
    name: 'the product',
    url,
    protocol: 'socket.io',
    request: (room, text) => ({
      path: '/api/chat/send-message',
      headers: `x-client: wallet-user\r\nidempotency-key: ${randomUUID()}\r\n`,
      body: JSON.stringify({ guestId: room, message: { message_type: 'text', payload: { message: text } } }),
    }),
    stop: () => end(child),
  }
}

/** The setting holds a second after it was written. */
async function silenceRobot(databaseUrl: string): Promise<void> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  await pool.query(`insert into operator_setting (key, value, updated_at)
    values ('chatRobot', 'false', now()), ('enableChatWidget', 'true', now())
    on conflict (key) do update set value = excluded.value`)
  await pool.end()
  await new Promise((done) => setTimeout(done, 1_500))
}

/** So many rooms that nobody has used: ids as guests make them. */
export function makeRooms(count: number): string[] {
  return Array.from({ length: count }, () => `guest-${randomBytes(16).toString('base64url')}`)
}
