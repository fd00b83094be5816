import type { ChatMessage, LiveEvents, WalletHint } from '@krapao/contract'
import { io, type Socket } from 'socket.io-client'

/** A page that listens, as a browser's would. */
export interface OpenPage {
  /** All that it was told so far. */
  hints: WalletHint[]
  /** Resolves when it is let in; rejects with the code when it is refused. */
  connected: Promise<void>
  /** Resolves when its connection has ended, after it was let in. */
  closed: Promise<string>
  /** The next hint that has not been asked for yet. */
  nextHint(): Promise<WalletHint>
  /** What it was told of its chat so far, and the next of it that has not been asked for yet. */
  messages: ChatMessage[]
  nextMessage(): Promise<ChatMessage>
  /** Sends what no page of ours sends. */
  send(event: string, ...words: unknown[]): void
  close(): void
}

export interface OpenPageTerms {
  auth?: Record<string, unknown>
  headers?: Record<string, string>
  transport?: 'websocket' | 'polling'
  namespace?: string
}

const pages = new Set<OpenPage>()

/** Connects to a listening server; `closePages` ends all. */
export function openPage(url: string, terms: OpenPageTerms): OpenPage {
  const { auth = {}, headers = {}, transport = 'websocket', namespace = '/' } = terms
  const options = { auth, extraHeaders: headers, transports: [transport], reconnection: false, forceNew: true }
  const socket: Socket<LiveEvents> = io(`${url}${namespace}`, options)
  const hints = createHeard<WalletHint>()
  const messages = createHeard<ChatMessage>()
  socket.on('wallet', hints.hear)
  socket.on('messaging', messages.hear)
  const connected = new Promise<void>((done, fail) => {
    socket.on('connect', done)
    socket.on('connect_error', fail)
  })
  // A test that is not about this need not look at it.
  connected.catch(() => undefined)
  const page: OpenPage = {
    hints: hints.all,
    messages: messages.all,
    connected,
    closed: new Promise((done) => socket.on('disconnect', done)),
    nextHint: hints.next,
    nextMessage: messages.next,
    send: (event, ...words) => void (socket as Socket).emit(event, ...words),
    close: () => void socket.close(),
  }
  pages.add(page)
  return page
}

interface Heard<Thing> {
  all: Thing[]
  hear(thing: Thing): void
  next(): Promise<Thing>
}

function createHeard<Thing extends object>(): Heard<Thing> {
  const all: Thing[] = []
  const waiting: ((thing: Thing) => void)[] = []
  let asked = 0
  return {
    all,
    hear(thing) {
      all.push(thing)
      waiting.shift()?.(thing)
    },
    next() {
      const thing = all[asked]
      asked += 1
      return thing ? Promise.resolve(thing) : new Promise((done) => waiting.push(done))
    },
  }
}

/** Ends what `openPage` opened. */
export function closePages(): void {
  for (const page of pages) page.close()
  pages.clear()
}
