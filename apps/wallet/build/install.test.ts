import { existsSync, mkdtempSync, readFileSync, rmSync, copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { touchIcon, webManifest, webManifestName, writeInstall } from './install.ts'
import { languages, readAllTexts } from './texts.ts'

const texts = readAllTexts()
const dist = mkdtempSync(join(tmpdir(), 'krapao-install-'))

beforeAll(async () => {
  copyFileSync(join(import.meta.dirname, '..', 'public', 'mark.svg'), join(dist, 'mark.svg'))
  await writeInstall(dist, texts)
})
afterAll(() => rmSync(dist, { recursive: true }))

/** How opaque the least opaque point of a picture is, 0 to 255. */
async function leastOpacity(file: string): Promise<number> {
  const { data, info } = await sharp(join(dist, file)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(4)
  return data.filter((_, index) => index % 4 === 3).toSorted()[0] ?? Number.NaN
}

describe('what makes the app one that can be installed', () => {
  it('is the same app in each language, named and described in it', () => {
    for (const language of languages) {
      const manifest = JSON.parse(readFileSync(join(dist, webManifestName(language)), 'utf8')) as Record<
        string,
        unknown
      >
      expect(manifest).toEqual(webManifest(language, texts))
      expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', display: 'standalone', lang: language })
      expect(manifest['name']).toBe(texts.get('app.name')?.[language])
      expect(manifest['description']).toBe(texts.get('app.tagline')?.[language])
    }
  })

  it('has every icon that it names, of the size that it says', async () => {
    const { icons } = webManifest('th', texts) as { icons: { src: string; sizes: string; type: string }[] }
    expect(icons.length).toBeGreaterThan(4)
    for (const { src, sizes, type } of icons) {
      expect(existsSync(join(dist, src)), src).toBe(true)
      if (type !== 'image/png') continue
      const { width, height, format } = await sharp(join(dist, src)).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
  })

  it('has icons to be cut that reach every edge, and one with its own corners', async () => {
    expect(await leastOpacity('icon-maskable-512.png')).toBe(255)
    expect(await leastOpacity(touchIcon)).toBe(255)
    expect(await leastOpacity('icon-512.png')).toBe(0)
  })
})
