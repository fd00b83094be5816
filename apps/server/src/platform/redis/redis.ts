import type { createClient } from 'redis'
import { addressesOf } from '../database/addresses.ts'
import type { Logger } from '../logger.ts'

/** How long the start of a process waits for Redis before it goes on without. */
const FIRST_TRY_MS = 2_000
const CONNECT_TIMEOUT_MS = 2_000
/** An answer that takes longer is as good as none: the caller goes on without it. */
const ANSWER_TIMEOUT_MS = 250
/** How often Redis is asked whether it is there, and how many such questions may stay unanswered in a row. */
const LOOK_EVERY_MS = 1_000
const UNANSWERED_MAX = 3
const TRY_AGAIN_MS = 500
/** Commands that may wait for a server that has stopped reading. */
const QUEUE_MAX = 10_000

/** What one process shares with the others through Redis. Nothing that must not be lost is ever there. */
export interface Redis {
  /** Whether Redis answered lately. */
  isUp(): boolean
  /** Runs a script in Redis, which is atomic. Rejects when Redis is away, or does not answer in time. */
  run(script: Script, key: string, words: readonly (string | number)[]): Promise<unknown>
  /** Tells all processes that listen to the channel, this one too. Rejects when it may not have gone out. */
  tell(channel: string, message: string): Promise<void>
  /** Hears what is told in a channel. `onGap` is called when Redis is back: what was told meanwhile is lost. */
  hear(channel: string, onMessage: (message: string) => void, onGap: () => void): void
  close(): Promise<void>
}

/** A script in Redis's Lua, with one key. */
export interface Script {
  lua: string
}

type Client = ReturnType<typeof makeClient>

// The protocol 3 of Redis 6 and newer lets one connection listen and ask.
function makeClient(create: typeof createClient, url: string) {
  return create({
    url,
    RESP: 3,
    name: 'krapao',
    disableOfflineQueue: true,
    commandsQueueMaxLength: QUEUE_MAX,
    // Trying again is done here, where it is known what it means.
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
  })
}

interface Ear {
  channel: string
  onMessage: (message: string) => void
  onGap: () => void
}

class Unreachable extends Error {}
class NoMasterError extends Error {}

/**
 * Connects to Redis and stays connected: a connection that broke, or on which nothing is answered any more, is replaced, again
 * and again. Of several hosts, replicas of each other, it takes the one that says that it is the master. Each loss and each
 * return is logged once. A Redis that is not there at the start is no error.
 */
export async function openRedis(terms: {
  url: string
  /** What all keys and channels begin with: of processes that belong together, and of no others. */
  namespace: string
  logger: Logger
}): Promise<Redis> {
  const { url, namespace, logger } = terms
  // Most installations have none, and its client is a tenth of what a start reads in.
  const { createClient: create } = await import('redis')
  const addresses = addressesOf(url)
  /** Which of them it is the turn of, and how many were tried in vain since one was there. */
  let turn = 0
  let tried = 0
  const ears: Ear[] = []
  let client: Client | undefined
  let isUp = false
  /** That it is away is in the log, and nobody knows what was told meanwhile. */
  let isSaid = false
  let isClosed = false
  let unanswered = 0
  let again: NodeJS.Timeout | undefined

  function lose(lost: Client, error: unknown): void {
    if (lost !== client) return
    client = undefined
    isUp = false
    drop(lost)
    if (isClosed) return
    turn += 1
    tried += 1
    // Another one may be the master, and it may be that nobody notices.
    if (tried < addresses.length) return void connect()
    if (!isSaid)
      logger.error({ err: error }, 'Redis is away: limits count in this process alone, hints reach only its own')
    isSaid = true
    again = setTimeout(() => void connect(), TRY_AGAIN_MS)
  }

  async function connect(): Promise<void> {
    const mine = makeClient(create, addresses[turn % addresses.length] ?? url)
    client = mine
    mine.on('error', (error: unknown) => lose(mine, error))
    try {
      await mine.connect()
      if (addresses.length > 1) await see(mine)
      for (const ear of ears) await mine.subscribe(ear.channel, ear.onMessage)
    } catch (error) {
      return lose(mine, error)
    }
    if (mine !== client) return
    isUp = true
    unanswered = 0
    const isBack = isSaid || tried > 0
    tried = 0
    if (!isBack) return
    if (isSaid) logger.info('Redis is there again')
    isSaid = false
    for (const ear of ears) ear.onGap()
  }

  /** Sees whether it answers; of several, whether it is the one that they all write to. */
  async function see(asked: Client): Promise<void> {
    if (addresses.length === 1) return void (await inTime(asked.ping()))
    const role: unknown = await inTime(asked.sendCommand(['ROLE']))
    if (!Array.isArray(role) || String(role[0]) !== 'master')
      throw new NoMasterError('it is a replica of another Redis')
  }

  /** A server that hangs, or a line that was cut without a word, is noticed by its silence only. */
  async function look(): Promise<void> {
    const looked = client
    if (!looked?.isReady) return
    try {
      await see(looked)
      if (looked === client) unanswered = 0
    } catch (error) {
      if (looked !== client) return
      unanswered += 1
      isUp = false
      if (unanswered >= UNANSWERED_MAX || error instanceof NoMasterError) lose(looked, error)
      return
    }
    if (looked === client) isUp = true
  }

  /** Whoever meets the silence first spares the others the wait. */
  async function ask<Answer>(question: (ready: Client) => Promise<Answer>): Promise<Answer> {
    const asked = client
    if (!asked || !isUp) throw new Unreachable('Redis is away')
    try {
      return await inTime(question(asked))
    } catch (error) {
      if (error instanceof Unreachable && asked === client) isUp = false
      throw error
    }
  }

  const looking = setInterval(() => void look(), LOOK_EVERY_MS)
  let first: NodeJS.Timeout | undefined
  await Promise.race([connect(), new Promise((done) => (first = setTimeout(done, FIRST_TRY_MS)))])
  clearTimeout(first)

  return {
    isUp: () => isUp,
    run: ({ lua }, key, words) =>
      ask((ready) => ready.eval(lua, { keys: [`${namespace}:${key}`], arguments: words.map(String) })),
    async tell(channel, message) {
      if (!client?.isReady) throw new Unreachable('Redis is away')
      // However long it takes: only a connection that broke has lost it.
      await client.publish(`${namespace}:${channel}`, message)
    },
    hear(name, onMessage, onGap) {
      const channel = `${namespace}:${name}`
      ears.push({ channel, onMessage, onGap })
      const listening = client
      if (listening?.isReady) listening.subscribe(channel, onMessage).catch((error: unknown) => lose(listening, error))
    },
    async close() {
      isClosed = true
      clearInterval(looking)
      clearTimeout(again)
      const last = client
      if (last?.isReady) await inTime(last.close()).catch(() => undefined)
      if (last) drop(last)
    },
  }
}

/** Ends a connection at once; what waits for its answers is rejected. */
function drop(client: Client): void {
  if (client.isOpen) client.destroy()
}

async function inTime<Answer>(work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    const giveUp = (): void => fail(new Unreachable('Redis did not answer in time'))
    // When this process itself was held up, the answer may lie there unread: it is read first.
    timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // An answer that comes too late, or never, is nobody's any more.
    work.catch(() => undefined)
  }
}
