// The app's service worker: keeps the app itself, so that it opens without a network. It keeps no answer of the API.
import type { Shell } from '../../build/shell.ts'
import type { Message } from './offline.rules.ts'
import {
  assetCache,
  handlingOf,
  isAsset,
  isKeepable,
  oldAssets,
  oldCaches,
  pageFor,
  shellCache,
} from './offline.rules.ts'
import type { AskedEvent, WorkerScope } from './worker-scope.ts'

/** A page that has not come by then is on a line that hardly is one: the kept page is drawn. */
const PAGE_PATIENCE_MS = 3_000

const scope = globalThis as unknown as WorkerScope
const shell = JSON.parse(import.meta.env.KRAPAO_SHELL ?? '{}') as Shell

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(takeOver()))
scope.addEventListener('fetch', (event) => {
  const { method, url, mode, headers } = event.request
  const asked = { method, url, mode, hasToken: headers.has('authorization'), isPart: headers.has('range') }
  const handling = handlingOf(asked, scope.location.origin, shell)
  if (handling === 'page') event.respondWith(answerPage(event))
  else if (handling === 'asset') event.respondWith(answerAsset(event.request))
  else if (handling === 'mark') event.respondWith(answerMark(event.request))
})
scope.addEventListener('message', (event) => {
  const message = event.data as Message
  if (message.type === 'take-over') event.waitUntil(scope.skipWaiting())
  else event.waitUntil(keep(message.paths.filter(isAsset)))
})

/** Fetches what the app starts with. A build whose files do not all come is not installed. */
async function install(): Promise<void> {
  const own = await caches.open(shellCache(shell))
  await own.addAll([...shell.pages, ...shell.marks].map((path) => new Request(path, { cache: 'no-cache' })))
  await keep(shell.core)
}

/** Keeps assets; those that are kept already are not fetched again. */
async function keep(paths: readonly string[]): Promise<void> {
  const assets = await caches.open(assetCache)
  await Promise.all(
    paths.map(async (path) => {
      if ((await assets.match(path)) !== undefined) return
      const response = await fetch(path)
      if (!isKeepable(response)) throw new Error(`${path}: ${response.status}`)
      await assets.put(path, response)
    }),
  )
}

/** Only when no page of an older build is open, or when its reader asked for it, so nothing goes that is in use. */
async function takeOver(): Promise<void> {
  await Promise.all(oldCaches(await caches.keys(), shell).map((name) => caches.delete(name)))
  const assets = await caches.open(assetCache)
  const paths = (await assets.keys()).map(({ url }) => new URL(url).pathname)
  await Promise.all(oldAssets(paths, shell).map((path) => assets.delete(path)))
  await scope.registration.navigationPreload?.enable()
  await scope.clients.claim()
}

/** The server's page, so that the next start after an update is the new one; without it the one that was kept. */
async function answerPage(event: AskedEvent): Promise<Response> {
  const asked = event.preloadResponse.then((early) => early ?? fetch(event.request))
  const fresh = asked.then(
    (response) => (response.status < 500 ? withoutLinks(response) : undefined),
    () => undefined,
  )
  event.waitUntil(fresh)
  const late = new Promise<undefined>((done) => setTimeout(done, PAGE_PATIENCE_MS, undefined))
  return (await Promise.race([fresh, late])) ?? (await keptPage()) ?? asked
}

/**
 * Without the files that are to be fetched beside it: the page takes them from here, and the browser complains of those
 * that it fetched for nothing. The server leaves them out too, but what the browser keeps of the page still has them.
 */
function withoutLinks(page: Response): Response {
  if (!page.headers.has('link')) return page
  const headers = new Headers(page.headers)
  headers.delete('link')
  return new Response(page.body, { status: page.status, statusText: page.statusText, headers })
}

async function keptPage(): Promise<Response | undefined> {
  const cookie = await scope.cookieStore?.get('locale').catch(() => null)
  const own = await caches.open(shellCache(shell))
  return own.match(pageFor(cookie?.value, shell))
}

async function answerAsset(request: Request): Promise<Response> {
  const assets = await caches.open(assetCache)
  const kept = await assets.match(request)
  if (kept !== undefined) return kept
  const response = await fetch(request)
  // A full disk is no reason to keep a file from the page.
  if (isKeepable(response)) await assets.put(request, response.clone()).catch(() => undefined)
  return response
}

async function answerMark(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await (await caches.open(shellCache(shell))).match(request)
    if (kept === undefined) throw error
    return kept
  }
}
