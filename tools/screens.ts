// `npm run screens`: photographs every screen and modal into .build/screens; words after it choose scenes by name, th, lo or en
// languages, numbers widths. With `--check` it takes no picture and looks for what keeps somebody from using them.
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { run } from './processes.ts'

await buildWhenChanged(process.env)
const environment = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium() }
const words = process.argv.slice(2).filter((word) => word !== '--check')
const script = process.argv.includes('--check') ? 'e2e/scenes/check-scenes.ts' : 'e2e/scenes/screens.ts'
process.exitCode = await run(process.execPath, [script, ...words], { env: environment })
