import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'

/** The few files that pages load, by their address. */
const assets: readonly { readonly path: string; readonly type: string; readonly file: () => URL | string }[] = [
  {
    path: '/assets/sandbox.css',
    type: 'text/css; charset=utf-8',
    file: () => new URL('assets/sandbox.css', import.meta.url),
  },
  {
    path: '/assets/game.js',
    type: 'text/javascript; charset=utf-8',
    file: () => new URL('assets/game.js', import.meta.url),
  },
  {
    path: '/assets/fonts/thai.woff2',
    type: 'font/woff2',
    file: () => import.meta.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2'),
  },
  {
    path: '/assets/fonts/lao.woff2',
    type: 'font/woff2',
    file: () => import.meta.resolve('@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2'),
  },
]

/** Serves the pages' style, script and fonts. */
export function addAssetRoutes(app: FastifyInstance): void {
  for (const { path, type, file } of assets) {
    app.get(path, async (_request, reply) => {
      const content = await readFile(fileURLToPath(file()))
      return reply.header('cache-control', 'max-age=60').type(type).send(content)
    })
  }
}
