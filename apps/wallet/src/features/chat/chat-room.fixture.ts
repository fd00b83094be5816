import type { ChatMessage } from '@krapao/contract'
import type { Follower } from '@krapao/web'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeAnswers, SeenCall } from '../../testing/fake-server.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { memberAnswers } from '../../testing/member-answers.ts'
import { clearBrowser, openApp } from '../../testing/open-app.tsx'
import { textMessage } from './chat.fixture.ts'

/** A room of the chat on a server of the test's own, and the live line to it. */

/** Who follows the chat now: what the test tells, they hear. */
export const line = {
  followers: new Set<Follower<ChatMessage>>(),
  follow(follower: Follower<ChatMessage>): () => void {
    line.followers.add(follower)
    follower.onOpen()
    return () => line.followers.delete(follower)
  },
  tell: (...messages: readonly ChatMessage[]) => {
    for (const message of messages) line.followers.forEach((follower) => follower.onNews(message))
  },
  lose: () => line.followers.forEach((follower) => follower.onLost()),
  open: () => line.followers.forEach((follower) => follower.onOpen()),
}

export const panel = page.getByRole('dialog', { name: 'Support chat' })
export const log = panel.getByRole('log')
export const input = panel.getByRole('textbox', { name: 'Type a message' })
export const sendButton = panel.getByRole('button', { name: 'Send message' })
export const bubble = page.getByRole('button', { name: /^(Open chat with support|Close chat)/ }).last()

export interface Room {
  readonly messages: ChatMessage[]
  readonly callsTo: (name: string) => SeenCall[]
  /** The support says something: the server has it, and tells it. */
  readonly say: (changes?: Partial<ChatMessage>) => ChatMessage
}

interface RoomTerms {
  readonly messages?: readonly ChatMessage[]
  readonly answers?: FakeAnswers
  readonly token?: string
  readonly language?: 'th' | 'lo' | 'en'
}

/** The time that the server of the tests gives to what is sent. */
export const STORED_AT = '2026-11-21T02:03:00.000Z'

function historyOf(messages: readonly ChatMessage[], { body }: SeenCall): object {
  const { limit, skip = 0, after } = body as { limit: number; skip?: number; after?: number }
  if (after !== undefined) return { messages: messages.filter(({ seq }) => seq > after).slice(0, limit), unread: 0 }
  const end = Math.max(0, messages.length - skip)
  return { messages: messages.slice(Math.max(0, end - limit), end), unread: 0 }
}

function stored(messages: ChatMessage[], { body, headers }: SeenCall): ChatMessage {
  const clientId = headers.get('idempotency-key') ?? ''
  const known = messages.find(({ deliver }) => deliver.id === clientId)
  if (known !== undefined) return known
  const { message } = body as Pick<ChatMessage, 'message'>
  const made = textMessage((messages.at(-1)?.seq ?? 0) + 1, {
    sender: 'customer',
    createdAt: STORED_AT,
    message,
    deliver: { id: clientId, status: 'succeed' },
  })
  messages.push(made)
  return made
}

/** Opens the contact page, of a guest or with a token, where the operator offers the chat. */
export async function openContact(terms: RoomTerms = {}): Promise<Room> {
  const { answers = {}, token, language = 'en' } = terms
  const messages = [...(terms.messages ?? [])]
  const { callsTo } = fakeServer({
    ...memberAnswers,
    'GET /api/lookup/enableChatWidget': { enableChatWidget: true },
    'POST /api/chat/history': (call) => historyOf(messages, call),
    'POST /api/chat/send-message': (call) => stored(messages, call),
    'PUT /api/chat/read-customer/': { code: 'OK' },
    ...answers,
  })
  await openApp(token === undefined ? '/contact' : '/user/contact', {
    language,
    ...(token === undefined ? {} : { token }),
  })
  return {
    messages,
    callsTo,
    say(changes = {}) {
      const made = textMessage((messages.at(-1)?.seq ?? 0) + 1, changes)
      messages.push(made)
      line.tell(made)
      return made
    },
  }
}

/** Opens the contact page and the chat on it. */
export async function openChat(terms: RoomTerms = {}): Promise<Room> {
  const room = await openContact(terms)
  await bubble.click()
  await expect.element(log).not.toHaveAttribute('aria-busy', 'true')
  return room
}

/** Chooses a file as the picker would. */
export function chooseFile(file: File): void {
  const chooser = document.querySelector<HTMLInputElement>('dialog input[type=file]')
  if (chooser === null) throw new Error('there is nothing to choose a file with')
  const transfer = new DataTransfer()
  transfer.items.add(file)
  chooser.files = transfer.files
  chooser.dispatchEvent(new Event('change', { bubbles: true }))
}

/** A picture that can be drawn. */
export async function pictureFile(): Promise<File> {
  const canvas = new OffscreenCanvas(300, 200)
  canvas.getContext('2d')?.fillRect(20, 20, 100, 100)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], 'slip.png', { type: 'image/png' })
}

/** A file of so many bytes. */
export function fileOf(name: string, type: string, sizeBytes = 100): File {
  return new File([new Uint8Array(sizeBytes)], name, { type })
}

/**
 * Nothing is left of another test. The panel stands beside the page: where it covers the page it has an entry in the
 * browser's history, which would lead the next test elsewhere.
 */
export async function beginAnew(): Promise<void> {
  await page.viewport(1280, 800)
  clearBrowser()
  line.followers.clear()
}
