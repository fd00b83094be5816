// `npm run screens`: photographs every screen and modal into .build/screens; words after it choose scenes by name.
import { buildWhenChanged } from './build.ts'
import { findChromium } from './chromium.ts'
import { run } from './processes.ts'

await buildWhenChanged(process.env)
const environment = { ...process.env, KRAPAO_TEST_CHROMIUM: await findChromium() }
process.exitCode = await run(process.execPath, ['e2e/screens.ts', ...process.argv.slice(2)], { env: environment })
