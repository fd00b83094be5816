import type { ChatMessage } from '@krapao/contract'
import type { Follower } from '@krapao/web'
import { CallError, removeStored } from '@krapao/web'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storageKeys } from '../../lib/storage-keys.ts'
import type { ChatClient } from './chat-client.ts'
import { createChatClient } from './chat-client.ts'
import { textMessage } from './chat.fixture.ts'
import { createChatStore } from './chat-store.ts'
import { entriesOf } from './chat-log.rules.ts'
import type { SentContent } from './chat.types.ts'

const offline = new CallError({ kind: 'offline' })

/** A room on a server of the test's own, and the line to it. */
function createWorld() {
  const room: ChatMessage[] = []
  const world = {
    room,
    calls: [] as string[],
    isDown: false,
    unread: 0,
    /** What becomes of the next sends: an error before or after the message is stored. */
    faults: [] as ('before' | 'after' | CallError)[],
    followers: new Set<Follower<ChatMessage>>(),
    ids: 0,
    say(text: string): ChatMessage {
      const seq = room.length + 1
      const message = textMessage(seq, { message: { message_type: 'text', payload: { message: text } } })
      room.push(message)
      return message
    },
    tell(message: ChatMessage): void {
      for (const follower of world.followers) follower.onNews(message)
    },
    open: () => world.followers.forEach((follower) => follower.onOpen()),
    lose: () => world.followers.forEach((follower) => follower.onLost()),
  }
  async function answer<T>(name: string, make: () => T): Promise<T> {
    world.calls.push(name)
    await Promise.resolve()
    if (world.isDown) throw offline
    return make()
  }
  function storeOnce(content: SentContent, clientId: string): ChatMessage {
    const before = room.find(({ deliver }) => deliver.id === clientId)
    if (before !== undefined) return before
    const seq = room.length + 1
    const stored = textMessage(seq, {
      sender: 'customer',
      message: content,
      deliver: { id: clientId, status: 'succeed' },
    })
    room.push(stored)
    return stored
  }
  const start = (owner = 'one'): ChatClient =>
    createChatClient({
      api: {
        before: ({ length: skip }) =>
          answer(`before ${skip}`, () => ({
            messages: room.slice(Math.max(0, room.length - skip - 10), Math.max(0, room.length - skip)),
            unread: world.unread,
          })),
        after: (seq) => answer(`after ${seq}`, () => ({ messages: room.slice(seq, seq + 10), unread: world.unread })),
        send: (content, clientId) =>
          answer('send', () => {
            const fault = world.faults.shift()
            if (fault instanceof CallError) throw fault
            if (fault === 'before') throw offline
            const stored = storeOnce(content, clientId)
            if (fault === 'after') throw offline
            return stored
          }),
        upload: () => Promise.reject(offline),
        markRead: (seq) => answer(`read ${seq}`, () => undefined),
      },
      store: createChatStore(storageKeys.chat, owner),
      follow: (follower) => {
        world.followers.add(follower)
        return () => world.followers.delete(follower)
      },
      newId: () => {
        world.ids += 1
        return `id ${world.ids}`
      },
      nowMs: () => Date.now(),
    })
  return { ...world, world, start }
}

const text = (message: string): SentContent => ({ message_type: 'text', payload: { message } })

/** What is shown, in short: the words, with what is not delivered yet in brackets. */
function shown(client: ChatClient): string[] {
  const { stored, outgoing } = client.read()
  return entriesOf(stored, outgoing).map(({ content, status }) => {
    const words = content.payload?.message ?? ''
    return status === 'succeed' ? words : `(${words}: ${status})`
  })
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  removeStored(storageKeys.chat)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the history', () => {
  it('asks for pages of ten by skipping what is here, and knows its beginning', async () => {
    const { world, start } = createWorld()
    for (let n = 1; n <= 25; n += 1) world.say(`m${n}`)
    const client = start()
    client.attend()
    await pass(0)
    client.loadEarlier()
    client.loadEarlier()
    await pass(0)
    expect(client.read().isWhole).toBe(false)
    client.loadEarlier()
    await pass(0)
    client.loadEarlier()
    await pass(0)
    expect(world.calls).toEqual(['before 0', 'before 10', 'before 20'])
    expect(shown(client)).toEqual(world.room.map(({ message }) => message.payload?.message))
    expect(client.read().isWhole).toBe(true)
  })

  it('appends what is told, each once, and asks for what a hole hides', async () => {
    const { world, start } = createWorld()
    world.say('one')
    const client = start()
    client.attend()
    await pass(0)
    const two = world.say('two')
    world.tell(two)
    world.tell(two)
    expect(shown(client)).toEqual(['one', 'two'])
    world.say('three')
    const four = world.say('four')
    world.tell(four)
    expect(shown(client)).toEqual(['one', 'two'])
    await pass(0)
    expect(shown(client)).toEqual(['one', 'two', 'three', 'four'])
    expect(world.calls).toEqual(['before 0', 'after 2'])
  })

  it('asks for all that was missed when the connection stands again, page by page, and again until it comes', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    world.lose()
    for (let n = 1; n <= 23; n += 1) world.say(`m${n}`)
    world.isDown = true
    world.open()
    await pass(0)
    expect(shown(client)).toEqual([])
    world.isDown = false
    await pass(5_000)
    expect(shown(client)).toEqual(world.room.map(({ message }) => message.payload?.message))
    expect(world.calls).toEqual(['before 0', 'after 0', 'after 0', 'after 10', 'after 20'])
    expect(client.read().unread).toBe(23)
  })

  it('has what is said while it is on its way', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    world.tell(world.say('early'))
    await pass(0)
    expect(shown(client)).toEqual(['early'])
  })

  it('that did not come is asked for when the connection stands', async () => {
    const { world, start } = createWorld()
    world.isDown = true
    const client = start()
    client.attend()
    await pass(0)
    expect(client.read()).toMatchObject({ phase: 'failed', alert: { of: 'history' } })
    world.isDown = false
    world.say('one')
    world.open()
    await pass(0)
    expect(shown(client)).toEqual(['one'])
  })
})

describe('a message that is sent', () => {
  it('is there at once and done half a second later, with the time of the server', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    client.send(text('hello'))
    expect(shown(client)).toEqual(['(hello: sending)'])
    await pass(499)
    expect(shown(client)).toEqual(['(hello: sending)'])
    expect(world.room).toHaveLength(0)
    await pass(1)
    expect(shown(client)).toEqual(['hello'])
    expect(world.room).toHaveLength(1)
    expect(client.read().outgoing).toEqual([])
  })

  it.each([
    ['before the server had it', 'before'],
    ['after the server had it', 'after'],
  ] as const)('is sent again with the same id when the answer is lost %s, and is there once', async (_, fault) => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    world.faults.push(fault, fault, fault)
    client.send(text('one'))
    client.send(text('two'))
    await pass(500)
    expect(shown(client)).toEqual(['(one: sending)', '(two: sending)'])
    expect(client.read().alert).toBeUndefined()
    await pass(10_000)
    expect(shown(client)).toEqual(['one', 'two'])
    expect(world.room.map(({ message }) => message.payload?.message)).toEqual(['one', 'two'])
  })

  it('waits no longer once the connection stands', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    world.faults.push('before', 'before', 'before')
    client.send(text('one'))
    await pass(3_500)
    expect(world.room).toHaveLength(0)
    world.open()
    await pass(0)
    expect(world.room).toHaveLength(1)
  })

  it('that the server refuses has failed, is told for 4 s, and can be sent again or removed', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    const refused = new CallError({ kind: 'refused', code: 'REQUEST_LIMIT', status: 429 })
    world.faults.push(refused, refused)
    client.send(text('one'))
    client.send(text('two'))
    await pass(500)
    expect(shown(client)).toEqual(['(one: failed)', '(two: failed)'])
    expect(client.read().alert?.error).toBe(refused)
    await pass(3_999)
    expect(client.read().alert).toBeDefined()
    await pass(1)
    expect(client.read().alert).toBeUndefined()
    const [one, two] = client.read().outgoing.map(({ clientId }) => clientId)
    client.resend(one ?? '')
    client.remove(two ?? '')
    await pass(0)
    expect(shown(client)).toEqual(['one'])
    expect(world.room.map(({ deliver }) => deliver.id)).toEqual([one])
  })

  it('stands after what was said before it, though the answer to it comes with a later number', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    world.say('missed')
    client.send(text('mine'))
    await pass(500)
    expect(shown(client)).toEqual(['missed', 'mine'])
  })

  it('and was not answered is sent by the next page, once, under the same id', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    world.faults.push('after')
    client.send(text('one'))
    await pass(500)
    client.stop()
    const next = start()
    expect(shown(next)).toEqual(['(one: sending)'])
    next.attend()
    await pass(0)
    expect(shown(next)).toEqual(['one'])
    expect(world.room).toHaveLength(1)
    expect(next.store.readUnanswered()).toEqual([])
  })

  it('long ago waits for its writer to want it still', async () => {
    const { world, start } = createWorld()
    const client = start()
    world.isDown = true
    client.send(text('old'))
    await pass(0)
    client.stop()
    vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
    world.isDown = false
    const next = start()
    next.attend()
    await pass(500)
    expect(shown(next)).toEqual(['(old: failed)'])
    next.resend('id 1')
    await pass(0)
    expect(shown(next)).toEqual(['old'])
  })
})

describe('what is kept', () => {
  it('is of one owner, and not shown to the next', () => {
    const { start } = createWorld()
    start().store.keepDraft('my secret')
    expect(start().store.readDraft()).toBe('my secret')
    expect(start('another').store.readDraft()).toBe('')
  })
})

describe('reading', () => {
  it('[CHT-042] [LIM-018] marks all that came within a second by one call', async () => {
    const { world, start } = createWorld()
    const client = start()
    client.attend()
    await pass(0)
    for (const word of ['a', 'b', 'c', 'd', 'e']) {
      world.tell(world.say(word))
      client.seen()
      await pass(150)
    }
    await pass(249)
    const marks = () => world.calls.filter((call) => call.startsWith('read'))
    expect(marks()).toEqual([])
    await pass(1)
    // Up to what was seen: what comes while the call is on its way stays unread.
    expect(marks()).toEqual(['read 5'])
    await pass(10_000)
    client.seen()
    await pass(10_000)
    expect(marks()).toEqual(['read 5'])
  })

  it('counts what the server says is unread, and what comes until it is seen', async () => {
    const { world, start } = createWorld()
    world.say('a')
    world.unread = 1
    const client = start()
    client.attend()
    await pass(0)
    world.tell(world.say('b'))
    expect(client.read().unread).toBe(2)
    client.seen()
    expect(client.read().unread).toBe(0)
  })
})
