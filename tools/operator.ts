// `npm run operator -- …`: what an operator can do from the command line; without words it lists what there is.
import { resolve } from 'node:path'
import { root, run } from './processes.ts'

process.exitCode = await run(process.execPath, [resolve(root, 'apps/server/src/operate.ts'), ...process.argv.slice(2)])
