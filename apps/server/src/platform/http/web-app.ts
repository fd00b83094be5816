import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The built web app: the folder that it lies in, and its pages, one a language besides the usual one. */
export interface WebApp {
  folder: string
  pages: ReadonlySet<string>
  /** The text of all pages, for the hashes of what they run themselves. */
  html: string
  /** The `Link` header of a screen, by its path and page: what it is drawn with, fetched together with the app. */
  preloads: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Finds the built web app; undefined when it was not built, which leaves the API alone. */
export function findWebApp(folder: string | undefined): WebApp | undefined {
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return undefined
  const pages = readdirSync(folder).filter((file) => /^index(\.[a-z]{2})?\.html$/.test(file))
  return {
    folder,
    pages: new Set(pages),
    html: pages.map((page) => readFileSync(join(folder, page), 'utf8')).join('\n'),
    preloads: readPreloads(join(folder, 'preload.json')),
  }
}

function readPreloads(file: string): WebApp['preloads'] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as WebApp['preloads']) : {}
}

/** Serves the files of the web app, compressed ones where the build made them; hashed ones may be kept for ever. */
export async function serveWebApp(
  server: FastifyInstance,
  app: WebApp,
  previewAncestors: readonly string[],
): Promise<void> {
  // The page of `/` is chosen like that of every other screen. A handler that returned the reply would be waited for by
  // listeners on it, beside those of sending the file.
  server.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => {
      sendScreen(app, request, reply)
    },
  })
  await server.register(fastifyStatic, {
    root: app.folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path))
      if (/preview\.html(\.br|\.gz)?$/.test(path)) letFrame(reply, previewAncestors)
      else if (path.includes(`${sep}assets${sep}workers${sep}`)) reply.header('content-security-policy', WORKER_POLICY)
      else if (isPart(path)) {
        for (const name of ofDocuments) reply.removeHeader(name)
        reply.header('content-security-policy', PART_POLICY)
      }
    },
  })
}

/** Lets these show a page in a frame, which is shown by nobody else than by them; all else that it may do stays. */
function letFrame(reply: FastifyReply, ancestors: readonly string[]): void {
  if (ancestors.length === 0) return
  const policy = String(reply.getHeader('content-security-policy'))
  reply.removeHeader('x-frame-options')
  reply.header(
    'content-security-policy',
    policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${ancestors.join(' ')}`),
  )
}

/**
 * What a worker of the web app may do, by the policy of its own file: run our code and compile the WebAssembly that reads
 * codes of pictures. Pages themselves may compile none.
 */
const WORKER_POLICY = "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self'"

/** All that a script or a style needs to say: nobody shows it as a page. */
const PART_POLICY = "frame-ancestors 'none'"

/**
 * What browsers obey for documents and workers alone. A page is drawn with dozens of files: on each of them this weighed
 * more than most of the files do.
 */
const ofDocuments = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Whether a file is but a part that a page is drawn with, and can be no document whoever opens it. */
function isPart(path: string): boolean {
  return path.includes(`${sep}assets${sep}`) && /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)
}

/** Files under `assets/` have the hash of their content in their name; a changed file has another name. */
function cachingOf(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/**
 * The page of the web app for a path that no file has: a screen of the app, in the language of the `locale` cookie.
 * @returns false for what is no screen: calls of the API, files, and anything but reading.
 */
export function sendScreen(app: WebApp, request: FastifyRequest, reply: FastifyReply): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|assets)(\/|$)/.test(path) || /\.[^/]*$/.test(path)) return false
  const locale = /(?:^|;\s*)(?:__Host-)?locale=([a-z]{2})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  const ofLanguage = `index.${locale}.html`
  const page = app.pages.has(ofLanguage) ? ofLanguage : 'index.html'
  const links = Object.hasOwn(app.preloads, path) ? app.preloads[path]?.[page] : undefined
  // Where a worker of the page keeps the app's files, the page takes them from there, and what was fetched beside is waste.
  const isForWorker = request.headers['service-worker-navigation-preload'] !== undefined
  if (links !== undefined && !isForWorker) reply.header('link', links)
  reply.code(200).header('vary', 'cookie, service-worker-navigation-preload').sendFile(page)
  return true
}
