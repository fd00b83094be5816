// Weighs the last build of the desk: its scripts and styles as brotli sends them. 1 KB is 1000 bytes.
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BYTES_MAX = 135_000

const files = globSync('assets/*.{js,css}.br', { cwd: join(import.meta.dirname, '..', 'dist') })
const bytes = files.reduce((sum, file) => sum + statSync(join(import.meta.dirname, '..', 'dist', file)).size, 0)
const isGood = files.length > 1 && bytes <= BYTES_MAX
const kilobytes = (count: number): string => `${(count / 1000).toFixed(1)} KB`
process.stdout.write(`${isGood ? 'ok  ' : 'OVER'} the desk: ${kilobytes(bytes)} of ${kilobytes(BYTES_MAX)}\n`)
process.exitCode = isGood ? 0 : 1
