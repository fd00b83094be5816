// `npm run operator -- …`: what an operator can do from the command line; without words it lists what there is.
import { buildPrograms } from './build.ts'
import { run } from './processes.ts'

await buildPrograms(process.env)
process.exitCode = await run(process.execPath, ['apps/server/dist/operate.js', ...process.argv.slice(2)])
