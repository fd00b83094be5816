// `npm run howto`: records the how-to videos of the product as it is; words after it choose videos and languages by name.
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { run } from './processes.ts'

let ffmpeg: string
try {
  ffmpeg = await findFfmpeg()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
await buildWhenChanged(process.env)
const environment = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium(), KRAPAO_FFMPEG: ffmpeg }
process.exitCode = await run(process.execPath, ['e2e/howto/record.ts', ...process.argv.slice(2)], { env: environment })
