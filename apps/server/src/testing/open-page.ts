import type { LiveEvents, WalletHint } from '@krapao/contract'
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
  const hints: WalletHint[] = []
  const waiting: ((hint: WalletHint) => void)[] = []
  let asked = 0
  socket.on('wallet', (hint) => {
    hints.push(hint)
    waiting.shift()?.(hint)
  })
  const connected = new Promise<void>((done, fail) => {
    socket.on('connect', done)
    socket.on('connect_error', fail)
  })
  // A test that is not about this need not look at it.
  connected.catch(() => undefined)
  const page: OpenPage = {
    hints,
    connected,
    closed: new Promise((done) => socket.on('disconnect', done)),
    nextHint() {
      const hint = hints[asked]
      asked += 1
      return hint ? Promise.resolve(hint) : new Promise((done) => waiting.push(done))
    },
    send: (event, ...words) => void (socket as Socket).emit(event, ...words),
    close: () => void socket.close(),
  }
  pages.add(page)
  return page
}

/** Ends what `openPage` opened. */
export function closePages(): void {
  for (const page of pages) page.close()
  pages.clear()
}
