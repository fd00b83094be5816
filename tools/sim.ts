// `npm run sim`: the ledger under faults, 40,000 operations; `npm run sim -- --ops 10000000 --seed 7` for as long as one
// likes. One seed makes one run.
import { resolve } from 'node:path'
import { root, run } from './processes.ts'

const script = resolve(root, 'packages/ledger/src/simulation/run.ts')
process.exitCode = await run(process.execPath, [script, ...process.argv.slice(2)])
