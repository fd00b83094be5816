import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { hues } from '../games/providers.ts'
import { fruits } from './game-page.ts'

const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }
const own = [
  'sandbox.css',
  'game.css',
  'page.js',
  'game.js',
  'icon.svg',
  ...fruits.map((fruit) => `fruits/${fruit}.svg`),
]

/** One family of three scripts, each in a file of its own. */
const fonts = [
  {
    script: 'latin',
    file: () => import.meta.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-latin-wght-normal.woff2'),
    range: 'U+20-7E, U+A0-FF, U+2010-2027, U+2030-205E, U+20AC, U+2190-2193, U+2212',
  },
  {
    script: 'thai',
    file: () => import.meta.resolve('@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2'),
    range: 'U+E01-E5B, U+200C-200D, U+25CC',
  },
  {
    script: 'lao',
    file: () => import.meta.resolve('@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2'),
    range: 'U+E81-EDF',
  },
]

/** The colour of each party, and of each state. */
const accents = {
  phone: '#0a6570',
  bank: '#0c6646',
  gift: '#a1275f',
  games: '#6336a6',
  staff: '#2f5d1e',
  faults: '#a32f14',
  good: '#0c6646',
  bad: '#a32f14',
  warn: '#7a4b00',
  wait: '#33507d',
}

/** What a table says shorter than a sheet: the fonts, the colours of parties and states, the providers' colours, where a reel stops. */
const tables = [
  ...fonts.map(
    ({ script, range }) =>
      `@font-face { font-family: Sandbox; font-weight: 100 900; font-display: swap; ` +
      `src: url('/assets/fonts/${script}.woff2') format('woff2'); unicode-range: ${range} }`,
  ),
  ...Object.entries(accents).map(([name, accent]) => `.of-${name} { --accent: ${accent} }`),
  ...hues.map((hue) => `.hue-${hue} { --hue: ${hue} }`),
  ...fruits.map((_, at) => `[data-picture='${at}'] { transform: translateY(${(-100 * at) / fruits.length}%) }`),
].join('\n')

/** Serves the pages' style, scripts, drawings and fonts. */
export function addAssetRoutes(app: FastifyInstance): void {
  const serve = (path: string, type: string, read: () => Promise<Buffer | string>): void => {
    app.get(`/assets/${path}`, async (_request, reply) =>
      reply
        .header('cache-control', 'max-age=60')
        .type(type)
        .send(await read()),
    )
  }
  for (const name of own) {
    const file = new URL(`assets/${name}`, import.meta.url)
    const type = `${types[name.split('.')[1] ?? '']}; charset=utf-8`
    serve(name, type, async () => (name === 'sandbox.css' ? tables : '') + (await readFile(file, 'utf8')))
  }
  for (const { script, file } of fonts) {
    serve(`fonts/${script}.woff2`, 'font/woff2', () => readFile(fileURLToPath(file())))
  }
}
