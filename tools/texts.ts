// What the wallet's texts are compiled into is no part of the repository: it is written by whoever needs it first, the
// build, the check or the tests, and again when a text has changed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contentKey } from './checkout-files.ts'
import { root } from './processes.ts'

const stamp = join(root, '.cache', 'texts.key')
const generator = join('apps', 'wallet', 'build', 'texts.ts')
const folder = 'apps/wallet/src/lib/texts'
/** Where they are written, from the root of the repository. */
export const generatedTexts = [`${folder}/catalogs`, `${folder}/text-values.ts`, `${folder}/identity-refusals.ts`]
const files = [
  'apps/wallet/texts.tsv',
  'apps/wallet/build/text*.ts',
  'packages/contract/src/**/*.{ts,json}',
  `${folder}/{catalogs/*.json,text-values.ts,identity-refusals.ts}`,
]

/** Sources and what was made of them: what lacks, or was changed, is made anew. */
const textsKey = (): string => contentKey(files, /^$/)

/** Writes the catalogs and types of the wallet's texts unless they are there and of this table. */
export function writeTextsWhenChanged(): void {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === textsKey()) return
  execFileSync(process.execPath, [generator], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, textsKey())
}

if (process.argv[1] === import.meta.filename) writeTextsWhenChanged()
