import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The fonts a slip is written with. The drawing library takes TrueType only; the package has WOFF2. */
const sources = [
  '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-thai-wght-normal.woff2',
  '@fontsource-variable/noto-sans-thai/files/noto-sans-thai-latin-wght-normal.woff2',
  '@fontsource-variable/noto-sans-lao/files/noto-sans-lao-lao-wght-normal.woff2',
]

/** The paths of the TrueType files, made in `<dataFolder>/sandbox-fonts` when they are absent. */
export async function slipFonts(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'sandbox-fonts')
  await mkdir(folder, { recursive: true })
  return Promise.all(sources.map((source) => slipFont(folder, source)))
}

async function slipFont(folder: string, source: string): Promise<string> {
  const name = source.slice(source.lastIndexOf('/') + 1).replace(/\.woff2$/, '.ttf')
  const file = join(folder, name)
  if (await isThere(file)) return file
  const packed = await readFile(fileURLToPath(import.meta.resolve(source)))
  const { convert } = await import('fontverter')
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, await convert(packed, 'truetype'))
  await rename(draft, file)
  return file
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
