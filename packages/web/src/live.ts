/** What comes within this time is passed on once. */
const GATHER_MS = 100

/** One try to connect and what becomes of it. */
export interface Line {
  close(): void
}

/** What a line tells. After its end, or once it was closed, it tells no more. */
export interface LineEvents<News> {
  onOpen(): void
  onHint(): void
  /** Something that is worth its content, passed on as it comes. */
  onNews(news: News): void
  /** The try failed or the connection ended; with a code when the server refused it. */
  onEnd(refusal: string | undefined): void
}

export interface LiveTerms<News> {
  /** How long after the end of a connection the next one is tried: a tenth more or less, by chance. */
  readonly reconnectMs: number
  connect(identity: string, events: LineEvents<News>): Line
  /** What a line is opened with: the token of the member who is logged in, or the id of a guest; null for none. */
  readIdentity(): string | null
  /** Whether anybody can see the page. */
  isVisible(): boolean
  /** Tells of every change of the two above. Returns how to stop. */
  watch(onChange: () => void): () => void
}

/** What somebody hears who wants the news themselves. */
export interface Follower<News> {
  onNews(news: News): void
  /** The connection stands, at first or again: what came before, nobody told. */
  onOpen(): void
  /** The connection, or a try to get one, has ended and will be tried again. Not told when it is given up on purpose. */
  onLost(): void
}

/** Hints that something may have changed on the server, for whoever shows it and asks again; and news. */
export interface Live<News> {
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void
  /** Returns how to stop. */
  follow(follower: Follower<News>): () => void
}

type Timer = ReturnType<typeof setTimeout>

/** What is kept for one identity: a line, or the time until the next. */
interface Session {
  readonly identity: string
  line: Line | undefined
  timer: Timer | undefined
  isOpen: boolean
  /** The server said no the last time: whoever listens has heard so. */
  isRefused: boolean
}

/**
 * Keeps one connection for all who listen, as long as somebody listens, somebody is logged in and the page is seen.
 * Every time it comes to stand this is a hint by itself: nobody told what happened before. So is a refusal: the call
 * that follows it finds out why, and leads away when the session or the service has ended.
 */
export function createLive<News>(terms: LiveTerms<News>): Live<News> {
  const listeners = new Set<() => void>()
  const followers = new Set<Follower<News>>()
  let session: Session | undefined
  let gathering: Timer | undefined
  let stopWatching: (() => void) | undefined

  function hint(): void {
    if (listeners.size === 0) return
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
    const ofOwn = (tell: () => void) => (): void => {
      if (session === own) tell()
    }
    const line = terms.connect(own.identity, {
      onOpen: ofOwn(() => {
        own.isOpen = true
        hint()
        for (const follower of followers) follower.onOpen()
      }),
      onHint: ofOwn(hint),
      onNews: (news) => ofOwn(() => followers.forEach((follower) => follower.onNews(news)))(),
      onEnd: (refusal) => {
        if (session !== own) return
        if (refusal !== undefined && !own.isRefused) hint()
        own.isRefused = refusal !== undefined
        const pauseMs = terms.reconnectMs * (0.9 + 0.2 * Math.random())
        own.line = undefined
        own.isOpen = false
        own.timer = setTimeout(() => enter(own), pauseMs)
        for (const follower of followers) follower.onLost()
      },
    })
    if (own.timer === undefined) own.line = line
  }

  function update(): void {
    const isWanted = listeners.size + followers.size > 0 && terms.isVisible()
    const identity = isWanted ? terms.readIdentity() : null
    if (identity === (session?.identity ?? null)) return
    leave()
    if (identity === null) return
    session = { identity, line: undefined, timer: undefined, isOpen: false, isRefused: false }
    enter(session)
  }

  function start(): void {
    stopWatching ??= terms.watch(update)
    update()
  }

  function stopWhenLeft(): void {
    update()
    if (listeners.size + followers.size > 0) return
    stopWatching?.()
    stopWatching = undefined
  }

  return {
    subscribe(listener) {
      const own = (): void => listener()
      listeners.add(own)
      start()
      return () => {
        listeners.delete(own)
        stopWhenLeft()
        if (listeners.size > 0) return
        clearTimeout(gathering)
        gathering = undefined
      }
    },
    follow(follower) {
      const own = { ...follower }
      const stoodBefore = session?.isOpen === true
      followers.add(own)
      start()
      if (stoodBefore && session?.isOpen === true) own.onOpen()
      return () => {
        followers.delete(own)
        stopWhenLeft()
      }
    },
  }
}
