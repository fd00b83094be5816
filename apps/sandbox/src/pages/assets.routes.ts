import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { fruits } from './game-page.ts'

interface Asset {
  readonly path: string
  readonly type: string
  readonly file: () => URL | string
}

const types = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' } as const

/** The few files that pages load. */
const assets: readonly Asset[] = [
  own('sandbox.css', types.css),
  own('game.css', types.css),
  own('page.js', types.js),
  own('game.js', types.js),
  own('icon.svg', types.svg),
  ...fruits.map((fruit) => own(`fruits/${fruit}.svg`, types.svg)),
  font('latin', () =>
    import.meta.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-latin-wght-normal.woff2'),
  ),
  font('thai', () =>
    import.meta.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2'),
  ),
  font('lao', () =>
    import.meta.resolve('@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2'),
  ),
]

/** Serves the pages' style, scripts, drawings and fonts. */
export function addAssetRoutes(app: FastifyInstance): void {
  for (const { path, type, file } of assets) {
    app.get(path, async (_request, reply) => {
      const content = await readFile(fileURLToPath(file()))
      return reply.header('cache-control', 'max-age=60').type(type).send(content)
    })
  }
}

function own(name: string, type: string): Asset {
  return {
    path: `/assets/${name}`,
    type: `${type}; charset=utf-8`,
    file: () => new URL(`assets/${name}`, import.meta.url),
  }
}

function font(script: string, file: () => string): Asset {
  return { path: `/assets/fonts/${script}.woff2`, type: 'font/woff2', file }
}
