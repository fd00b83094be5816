// Builds the app into dist: texts, fonts, Vite, a page a language, and compressed files beside the plain ones.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { compressFolder } from './compress.ts'
import { writeFonts } from './fonts.ts'
import { manifestFile, readManifest } from './manifest.ts'
import { writePages } from './pages.ts'
import { writeTexts } from './texts.ts'
import { viteOptions } from './vite-options.ts'

/**
 * Builds the app. `root` is the app's folder; `env` gives the build's settings (KRAPAO_LAOS, KRAPAO_IFRAME,
 * KRAPAO_PROVIDER_HOST, KRAPAO_CHAT_URL, KRAPAO_LINK_SECRET).
 */
export async function buildWallet({ root, env }: { root: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const dist = join(root, 'dist')
  writeTexts()
  await writeFonts()
  await build({ configFile: false, ...viteOptions(root, env, 'build') })
  mkdirSync(dirname(manifestFile), { recursive: true })
  renameSync(join(dist, '.vite', 'manifest.json'), manifestFile)
  rmSync(join(dist, '.vite'), { recursive: true })
  writePages(dist, readManifest(), env['KRAPAO_LAOS'] === '1' ? 'lo' : 'th')
  compressFolder(dist)
}

if (process.argv[1] === import.meta.filename) {
  await buildWallet({ root: join(import.meta.dirname, '..'), env: process.env })
}
