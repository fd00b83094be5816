// Records the how-to videos from this very product: a phone's browser is driven by a story while it is filmed.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Browser, chromium } from 'playwright'
import { comeAs, type Language, languages, type Stage } from '../stage/browser.ts'
import { createClient } from '../stage/client.ts'
import { startProduct } from '../stage/product.ts'
import { createSandbox } from '../stage/sandbox.ts'
import { webVtt } from './captions.ts'
import { encode, requireLight, videoSize } from './encode.ts'
import { keepRecordings, type RecordingRow } from './manifest.ts'
import { PlayerHand } from './player-hand.ts'
import { startScreencast } from './screencast.ts'
import { stories, type Story } from './stories.ts'

const videos = resolve(import.meta.dirname, '../../apps/wallet/public/videos')
const work = resolve(import.meta.dirname, '../../.build/howto')
const names = { th: 'สมชาย ใจดี', lo: 'ສົມສັກ ໃຈດີ', en: 'Somchai Jaidee' }

const ffmpeg = process.env['KRAPAO_FFMPEG'] ?? ''
if (ffmpeg === '') throw new Error('start this by `npm run howto`, which finds the encoder')
const only = process.argv.slice(2)
const isWanted = (word: string, among: readonly string[]): boolean =>
  !only.some((one) => among.includes(one)) || only.includes(word)

/** Plays one story in one language, and leaves its video and captions where the web app takes them from. */
async function record(browser: Browser, stage: Stage, story: Story, language: Language): Promise<RecordingRow> {
  const name = `${story.id}.${language}`
  rmSync(join(work, name), { recursive: true, force: true })
  const player = await story.cast(stage, names[language])
  const context = await browser.newContext({
    viewport: videoSize,
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
    timezoneId: 'Asia/Bangkok',
  })
  try {
    await comeAs(context, stage, player, language)
    const page = await context.newPage()
    await page.goto(`${stage.product.walletUrl}/user/home`)
    await page.waitForLoadState('networkidle')
    const screencast = await startScreencast(page, join(work, name))
    const hand = new PlayerHand(page, stage, player, language)
    const beginS = Date.now() / 1000
    await story.play(hand)
    const endS = Date.now() / 1000
    const frames = await screencast.stop()
    const first = frames.findLast((frame) => frame.atS <= beginS) ?? frames[0]
    if (first === undefined) throw new Error(`${name}: the browser drew nothing`)
    const shown = [{ ...first, atS: beginS }, ...frames.filter((frame) => frame.atS > beginS)]
    const files = {
      list: join(work, `${name}.txt`),
      mp4: join(videos, `${name}.mp4`),
      webm: join(videos, `${name}.webm`),
    }
    await encode(ffmpeg, shown, endS, files)
    for (const one of languages) {
      writeFileSync(join(videos, `${name}.${one}.vtt`), webVtt(hand.cues(beginS, endS), one))
    }
    const sizes = [files.mp4, files.webm].map((file) => statSync(file).size)
    const bytes = Math.max(...sizes)
    requireLight(name, bytes)
    const durationS = Math.round(endS - beginS)
    console.log(`${name}: ${durationS} s, ${frames.length} frames, mp4 ${sizes[0]} and webm ${sizes[1]} bytes`)
    return { id: story.id, language, durationS, bytes }
  } finally {
    await context.close()
  }
}

mkdirSync(work, { recursive: true })
mkdirSync(videos, { recursive: true })
const product = await startProduct()
const executablePath = process.env['KRAPAO_TEST_CHROMIUM']
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const stage: Stage = { product, api: createClient(product.walletUrl), sandbox: createSandbox(product.sandboxUrl) }
  const ids = stories.map(({ id }) => id)
  for (const story of stories.filter(({ id }) => isWanted(id, ids))) {
    for (const language of languages.filter((one) => isWanted(one, languages))) {
      keepRecordings([await record(browser, stage, story, language)], ids)
    }
  }
} finally {
  await browser.close()
  await product.close()
}
