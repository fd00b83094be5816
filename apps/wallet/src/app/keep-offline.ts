import type { TakeUpdate } from '../lib/app-update.ts'
import { trustedWorkerAddress } from '../lib/worker-address.ts'
import type { Message } from '../offline/offline.rules.ts'

/** How often a page that stays open asks for a newer build, when it is looked at again. */
const UPDATE_CHECK_MS = 60 * 60 * 1_000

/**
 * Has the app kept in the browser, so that it opens without a network, and offers newer builds of it. For the built app
 * alone, and after its load. Never throws.
 */
export async function keepOffline(offer: (take: TakeUpdate) => void): Promise<void> {
  await register(offer).catch(() => undefined)
}

async function register(offer: (take: TakeUpdate) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  if (serviceWorker.controller === null)
    serviceWorker.addEventListener('controllerchange', keepWhatCame, { once: true })
  // A browser that blocks workers may give nothing, without an error.
  const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(
    trustedWorkerAddress('/sw.js'),
    { updateViaCache: 'none' },
  )
  if (registration === undefined) return
  void offerWaiting(registration, offer)
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void offerWaiting(registration, offer))
  })
  let checkedMs = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedMs < UPDATE_CHECK_MS) return
    checkedMs = Date.now()
    registration.update().catch(() => undefined)
  })
}

function tell(worker: ServiceWorker | null, message: Message): void {
  worker?.postMessage(message)
}

/**
 * What the first visit was drawn with came before there was a worker to see it, and what is on its way then comes past
 * it; whatever else is told, it has already.
 */
function keepWhatCame(): void {
  const observer = new PerformanceObserver((list) => {
    const own = list.getEntries().map(({ name }) => new URL(name))
    const assets = own.filter(({ origin, pathname, search }) => {
      return origin === location.origin && search === '' && pathname.startsWith('/assets/')
    })
    const paths = assets.map(({ pathname }) => pathname)
    if (paths.length > 0) tell(navigator.serviceWorker.controller, { type: 'keep', paths })
  })
  observer.observe({ type: 'resource', buffered: true })
}

/** Offers the build that waits, unless this page is of it already: pages come from the server, ahead of their worker. */
async function offerWaiting(registration: ServiceWorkerRegistration, offer: (take: TakeUpdate) => void): Promise<void> {
  if (registration.waiting === null || navigator.serviceWorker.controller === null) return
  const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? ''
  const page = await fetch('/', { cache: 'no-store' }).then(
    (response) => response.text(),
    () => entry,
  )
  if (page.includes(entry)) return
  offer(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
    tell(registration.waiting, { type: 'take-over' })
  })
}
