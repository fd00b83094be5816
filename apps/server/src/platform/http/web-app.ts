import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The built web app: its page, and the folder that it lies in. */
export interface WebApp {
  folder: string
  html: string
}

/** Finds the built web app; undefined when it was not built, which leaves the API alone. */
export function findWebApp(folder: string | undefined): WebApp | undefined {
  if (folder === undefined) return undefined
  const page = join(folder, 'index.html')
  return existsSync(page) ? { folder, html: readFileSync(page, 'utf8') } : undefined
}

/** Serves the files of the web app, compressed ones where the build made them; hashed ones may be kept for ever. */
export async function serveWebApp(server: FastifyInstance, app: WebApp): Promise<void> {
  await server.register(fastifyStatic, {
    root: app.folder,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    index: ['index.html'],
    setHeaders(reply, path) {
      reply.header('cache-control', cachingOf(path))
    },
  })
}

/** Files under `assets/` have the hash of their content in their name; a changed file has another name. */
function cachingOf(path: string): string {
  return path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/**
 * The page of the web app for a path that no file has: a screen of the app. @returns false for what is no screen: calls
 * of the API, files, and anything but reading.
 */
export function sendScreen(request: FastifyRequest, reply: FastifyReply): boolean {
  const path = request.url.split('?', 1)[0] ?? '/'
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  if (/^\/(api|assets)(\/|$)/.test(path) || /\.[^/]*$/.test(path)) return false
  reply.code(200).sendFile('index.html')
  return true
}
