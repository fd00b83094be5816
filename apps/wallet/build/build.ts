// Builds the app into dist: texts, fonts, Vite, a page a language, what makes it one that can be installed and opens
// without a network; `npm run build` lays compressed files beside them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeFonts } from '@krapao/web/fonts'
import { build } from 'vite'
import { buildEarly } from './early.ts'
import { writeInstall } from './install.ts'
import type { Manifest } from './manifest.ts'
import { manifestFile, noteSources } from './manifest.ts'
import { writePreloads } from './opened.ts'
import { writePages } from './pages.ts'
import { buildPreview } from './preview.ts'
import { readAllTexts, writeTexts } from './texts.ts'
import { viteOptions } from './vite-options.ts'
import { buildWorker } from './worker.ts'

/** Where a build is made of what, and with which settings (KRAPAO_LAOS, KRAPAO_IFRAME, KRAPAO_PROVIDER_HOST …). */
interface BuildTerms {
  /** The app's folder. */
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** The folder that the build is written into. */
  readonly dist: string
}

/** Builds the app out of texts and fonts that were written before. Answers Vite's list of what it made. */
export async function buildInto({ root, env, dist }: BuildTerms): Promise<Manifest> {
  const options = viteOptions(root, env, 'build')
  const sources = noteSources(root)
  const plugins = [options.plugins ?? [], sources.plugin]
  await build({ configFile: false, ...options, plugins, build: { ...options.build, outDir: dist } })
  const manifest = sources.name(JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest)
  rmSync(join(dist, '.vite'), { recursive: true })
  const texts = readAllTexts()
  const isLaos = env['KRAPAO_LAOS'] === '1'
  const language = isLaos ? 'lo' : 'th'
  writePages(dist, manifest, { defaultLanguage: language, texts, script: await buildEarly(root, env) })
  writePreloads(dist, manifest, language)
  // A server for another country does not serve it.
  writeFileSync(join(dist, 'build.json'), JSON.stringify({ country: isLaos ? 'LA' : 'TH' }))
  await writeInstall(dist, texts)
  await buildWorker(root, dist, manifest)
  await buildPreview(root, env, dist)
  return manifest
}

async function buildWallet(terms: BuildTerms): Promise<void> {
  writeTexts()
  await writeFonts()
  const manifest = await buildInto(terms)
  mkdirSync(dirname(manifestFile), { recursive: true })
  writeFileSync(manifestFile, JSON.stringify(manifest))
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..')
  await buildWallet({ root, env: process.env, dist: join(root, 'dist') })
}
