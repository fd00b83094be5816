/** How long after the end of a connection the next one is tried (section 9): a fifth more or less, by chance. */
const RETRY_MS = 5_000
/** The same after the server said no: it will hardly say yes in seconds. */
const REFUSED_RETRY_MS = 60_000
/** What comes within this time is passed on once. */
const GATHER_MS = 100

/** One try to connect and what becomes of it. */
export interface Line {
  close(): void
}

/** What a line tells. After its end, or once it was closed, it tells no more. */
export interface LineEvents {
  onOpen(): void
  onHint(): void
  /** The try failed or the connection ended; with a code when the server refused it. */
  onEnd(refusal: string | undefined): void
}

export interface LiveTerms {
  connect(token: string, events: LineEvents): Line
  /** The token of the member who is logged in; null for none. */
  readToken(): string | null
  /** Whether anybody can see the page. */
  isVisible(): boolean
  /** Tells of every change of the two above. Returns how to stop. */
  watch(onChange: () => void): () => void
}

/** Hints that something may have changed on the server: whoever shows it asks again. */
export interface Live {
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void
}

type Timer = ReturnType<typeof setTimeout>

/** What is kept for one token: a line, or the time until the next. */
interface Session {
  readonly token: string
  line: Line | undefined
  timer: Timer | undefined
}

/**
 * Keeps one connection for all who listen, as long as somebody listens, somebody is logged in and the page is seen.
 * Every time it comes to stand this is a hint by itself: nobody told what happened before. So is a refusal: the call
 * that follows it finds out why, and leads away when the session or the service has ended.
 */
export function createLive(terms: LiveTerms): Live {
  const listeners = new Set<() => void>()
  let session: Session | undefined
  let gathering: Timer | undefined
  let stopWatching: (() => void) | undefined

  function hint(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      for (const listener of listeners) listener()
    }, GATHER_MS)
  }

  function leave(): void {
    const left = session
    session = undefined
    clearTimeout(left?.timer)
    left?.line?.close()
  }

  function enter(own: Session): void {
    own.timer = undefined
    const hintOfOwn = (): void => {
      if (session === own) hint()
    }
    const line = terms.connect(own.token, {
      onOpen: hintOfOwn,
      onHint: hintOfOwn,
      onEnd: (refusal) => {
        if (session !== own) return
        if (refusal !== undefined) hint()
        const pauseMs = refusal === undefined ? RETRY_MS * (0.8 + 0.4 * Math.random()) : REFUSED_RETRY_MS
        own.line = undefined
        own.timer = setTimeout(() => enter(own), pauseMs)
      },
    })
    if (own.timer === undefined) own.line = line
  }

  function update(): void {
    const token = listeners.size > 0 && terms.isVisible() ? terms.readToken() : null
    if (token === (session?.token ?? null)) return
    leave()
    if (token === null) return
    session = { token, line: undefined, timer: undefined }
    enter(session)
  }

  return {
    subscribe(listener) {
      const own = (): void => listener()
      listeners.add(own)
      stopWatching ??= terms.watch(update)
      update()
      return () => {
        listeners.delete(own)
        update()
        if (listeners.size > 0) return
        stopWatching?.()
        stopWatching = undefined
        clearTimeout(gathering)
        gathering = undefined
      }
    },
  }
}
