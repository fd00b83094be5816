// The types of the browser's own list for workers contradict those for pages, with which this app is checked.

interface LastingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

/** A request of a page that the worker may answer. */
export interface AskedEvent extends LastingEvent {
  readonly request: Request
  /** The page that the browser has asked for while the worker was starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

interface ToldEvent extends LastingEvent {
  readonly data: unknown
}

/** The part of a service worker's globals that is used here. */
export interface WorkerScope {
  readonly location: Location
  readonly cookieStore?: { get: (name: string) => Promise<{ value: string } | null> }
  readonly registration: { readonly navigationPreload?: { enable: () => Promise<void> } }
  readonly clients: { claim: () => Promise<void> }
  skipWaiting: () => Promise<void>
  addEventListener: ((type: 'install' | 'activate', listener: (event: LastingEvent) => void) => void) &
    ((type: 'fetch', listener: (event: AskedEvent) => void) => void) &
    ((type: 'message', listener: (event: ToldEvent) => void) => void)
}
