// Writes what makes the app one that can be installed: a manifest a language, and its icons, drawn from the app's mark.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Language, Texts } from './texts.ts'
import { languages } from './texts.ts'

/** The ground of the dark theme, which the app starts on. */
const GROUND = '#110d0b'
/** Systems cut icons to a circle, a drop or a square: what is within four fifths of the width stays. */
const MASKABLE_SHARE = 0.74

const icons = [
  { file: 'icon-192.png', sizePx: 192, purpose: 'any' },
  { file: 'icon-512.png', sizePx: 512, purpose: 'any' },
  { file: 'icon-maskable-192.png', sizePx: 192, purpose: 'maskable' },
  { file: 'icon-maskable-512.png', sizePx: 512, purpose: 'maskable' },
] as const

/** The name of the manifest of a language. */
export function webManifestName(language: Language): string {
  return `manifest.${language}.webmanifest`
}

/** The icon of a phone that cuts off corners by itself and fills what is transparent with black. */
export const touchIcon = 'apple-touch-icon.png'

/** The manifest of a language. The app is the same one in each: one `id`, one place to start. */
export function webManifest(language: Language, texts: Texts): Record<string, unknown> {
  const text = (id: string): string => {
    const found = texts.get(id)?.[language]
    if (found === undefined) throw new Error(`there is no text ${id}`)
    return found
  }
  return {
    id: '/',
    name: text('app.name'),
    short_name: text('app.name'),
    description: text('app.tagline'),
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['finance', 'games'],
    icons: [
      { src: '/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...icons.map(({ file, sizePx, purpose }) => ({
        src: `/${file}`,
        sizes: `${sizePx}x${sizePx}`,
        type: 'image/png',
        purpose,
      })),
    ],
  }
}

/** The mark without its own rounded ground, smaller, on a ground that reaches every edge. */
function fullBleed(mark: string): string {
  const drawing = /<svg[^>]*>([\s\S]*)<\/svg>/.exec(mark)?.[1] ?? ''
  const ground = /<rect width="64" height="64" rx="\d+"([^>]*)\/>/.exec(drawing)
  const inner = drawing.replace(ground?.[0] ?? '', '')
  const place = (64 * (1 - MASKABLE_SHARE)) / 2
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">' +
    `<g transform="translate(${place} ${place}) scale(${MASKABLE_SHARE})">` +
    `<rect x="-32" y="-32" width="128" height="128"${ground?.[1] ?? ` fill="${GROUND}"`}/>${inner}</g></svg>`
  )
}

function drawn(svg: string, sizePx: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * sizePx) / 64 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer()
}

/** Writes manifests and icons into a build. Takes about half a second. */
export async function writeInstall(dist: string, texts: Texts): Promise<void> {
  const mark = readFileSync(join(dist, 'mark.svg'), 'utf8')
  for (const language of languages) {
    writeFileSync(join(dist, webManifestName(language)), JSON.stringify(webManifest(language, texts)))
  }
  for (const { file, sizePx, purpose } of icons) {
    writeFileSync(join(dist, file), await drawn(purpose === 'any' ? mark : fullBleed(mark), sizePx))
  }
  writeFileSync(join(dist, touchIcon), await drawn(fullBleed(mark), 180))
}
