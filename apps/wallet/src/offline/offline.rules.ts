import type { Shell } from '../../build/shell.ts'

/**
 * What is done with a request. `page`: from the server, else the page that was kept. `asset`: as it was kept, for it
 * never changes. `mark`: from the server, else as it was kept. `network`: it is none of the worker's business.
 */
export type Handling = 'page' | 'asset' | 'mark' | 'network'

/** The part of a request that decides. */
export interface Asked {
  readonly method: string
  readonly url: string
  readonly mode: string
  readonly hasToken: boolean
  readonly isPart: boolean
}

/** The name of what all builds share: files that never change, each by its address. */
export const assetCache = 'krapao-assets'

/** The name of what belongs to one build alone: its pages and its mark. */
export function shellCache({ version }: Pick<Shell, 'version'>): string {
  return `krapao-shell-${version}`
}

/**
 * Decides about a request. Calls of the API, the live connection and members' files are never touched, nor is anything
 * that carries a token, goes to another origin, has a query or asks for a part of a file.
 */
export function handlingOf(asked: Asked, origin: string, { marks }: Pick<Shell, 'marks'>): Handling {
  const { origin: askedOrigin, pathname, search } = new URL(asked.url)
  if (asked.method !== 'GET' || askedOrigin !== origin || asked.hasToken || asked.isPart) return 'network'
  if (/^\/(api|socket\.io)(\/|$)/.test(pathname)) return 'network'
  if (asked.mode === 'navigate') return isScreen(pathname) ? 'page' : 'network'
  if (search !== '') return 'network'
  if (marks.includes(pathname)) return 'mark'
  return isAsset(pathname) ? 'asset' : 'network'
}

/** Whether a path is one of a file that never changes. */
export function isAsset(pathname: string): boolean {
  return /^\/assets\/[\w./-]+$/.test(pathname) && !pathname.includes('..')
}

/** Screens of the app have no ending; what has one is a file. */
function isScreen(pathname: string): boolean {
  return !pathname.startsWith('/assets/') && !/\.[^/]*$/.test(pathname)
}

/** What may be kept of an asset's address: an answer of our own that is whole, and no page that stands in for a lost file. */
export function isKeepable({ ok, type, headers }: Pick<Response, 'ok' | 'type' | 'headers'>): boolean {
  return ok && type === 'basic' && headers.get('content-type')?.startsWith('text/html') !== true
}

/** The kept page for a reader, by his `locale` cookie where it is known. */
export function pageFor(locale: string | undefined, { pages }: Pick<Shell, 'pages'>): string {
  return pages.find((page) => page === `/index.${locale}.html`) ?? '/index.html'
}

/** Which caches go when a build takes over: those of other builds, and none that is not ours. */
export function oldCaches(names: readonly string[], shell: Pick<Shell, 'version'>): string[] {
  const kept = [assetCache, shellCache(shell)]
  return names.filter((name) => name.startsWith('krapao-') && !kept.includes(name))
}

/** Which kept files go when a build takes over: those that it does not have. */
export function oldAssets(paths: readonly string[], { assets }: Pick<Shell, 'assets'>): string[] {
  const own = new Set(assets)
  return paths.filter((path) => !own.has(path))
}

/** What a page may ask of the worker. */
export type Message =
  /** Keep these files, which came before the worker was there to see them. */
  | { readonly type: 'keep'; readonly paths: readonly string[] }
  /** Take over at once from the worker of the build before. */
  | { readonly type: 'take-over' }
