// Cuts the fonts of both apps out of Noto Sans Thai and Noto Sans Lao: one file a script, weights 400 to 700, and the two
// currency signs and the names of languages in tiny files, so that no reader fetches a script for one word of it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Where the style sheet takes the fonts from; not part of the repository. */
const fontFolder = join(import.meta.dirname, '..', '.cache', 'fonts')

function characters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index))
}

const thai = ['@fontsource-variable/noto-sans-thai', 'noto-sans-thai-thai-wght-normal.woff2'] as const
const thaiLatin = ['@fontsource-variable/noto-sans-thai', 'noto-sans-thai-latin-wght-normal.woff2'] as const
const lao = ['@fontsource-variable/noto-sans-lao', 'noto-sans-lao-lao-wght-normal.woff2'] as const
const laoLatin = ['@fontsource-variable/noto-sans-lao', 'noto-sans-lao-latin-ext-wght-normal.woff2'] as const

const fonts = {
  'krapao-latin': { source: thaiLatin, text: `${characters(0x20, 0x7e)}\u00A0·–—‘’“”•…−×` },
  'krapao-thai': { source: thai, text: `${characters(0x0e01, 0x0e3a)}${characters(0x0e40, 0x0e5b)}\u200C\u200D\u25CC` },
  'krapao-lao': { source: lao, text: `${characters(0x0e81, 0x0edf)}\u200C\u200D\u25CC` },
  'krapao-baht': { source: thai, text: '฿' },
  'krapao-kip': { source: laoLatin, text: '₭' },
  'krapao-name-th': { source: thai, text: 'ไทย' },
  'krapao-name-lo': { source: lao, text: 'ລາວ' },
} as const

/** Makes all font files. Takes about half a second. */
export async function writeFonts(): Promise<void> {
  mkdirSync(fontFolder, { recursive: true })
  for (const [name, { source, text }] of Object.entries(fonts)) {
    const [packageName, sourceFile] = source
    const folder = join(dirname(require.resolve(`${packageName}/package.json`)), 'files')
    const font = await subsetFont(readFileSync(join(folder, sourceFile)), text, {
      targetFormat: 'woff2',
      variationAxes: { wght: { min: 400, max: 700 } },
    })
    const file = join(fontFolder, `${name}.woff2`)
    // Both apps may be built at the same time.
    writeFileSync(`${file}.${process.pid}`, font)
    renameSync(`${file}.${process.pid}`, file)
  }
}

if (process.argv[1] === import.meta.filename) await writeFonts()
