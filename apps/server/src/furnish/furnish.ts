import { type Country, isStorable } from '@krapao/contract'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Clock } from '../platform/clock.ts'
import { type Command, CommandError } from '../platform/commands/index.ts'
import { lockName } from '../platform/database/lock-name.ts'
import type { Database, Sql } from '../platform/database/types.ts'
import { type By, BY_ITSELF, byCommand, writeDeed } from '../modules/deeds/index.ts'
import { type Furnishing, FurnishingProblem } from '../platform/furnishing.ts'

/** The parts of the file, by their names in it, in the order in which they are written. */
export type Furnishings = Readonly<Record<string, Furnishing>>

/** What a new installation is told. */
export const unfurnished = [
  'Nothing is furnished yet: nobody can register, deposit or play.',
  'Copy deploy/operator.json, say in it your banks, accounts, games and texts, and read it in: npm run operator -- import FILE',
  'It can be read in again after every change ("Furnish" in docs/operations.md). KRAPAO_DEMO=1 furnishes a demo instead.',
] as const

/** How much of what changed a deed tells. */
const DEED_WORDS_MAX = 4_000

const demoFolder = join(import.meta.dirname, '../../../../demo')

/** The demo operator's files for a country; what a later one says holds. */
export async function readDemo(country: Country): Promise<unknown[]> {
  const names = country === 'LA' ? ['operator.json', 'laos.json'] : ['operator.json']
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(demoFolder, name), 'utf8')) as unknown))
}

/** `games[3].factor: …` */
function placed(issue: v.BaseIssue<unknown>): string {
  const place = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const isStranger = issue.type === 'strict_object' && issue.expected === 'never'
  return `${place.slice(1) || 'the file'}: ${isStranger ? 'there is nothing of this name' : issue.message}`
}

/** The places of texts that no database holds. */
function unstorable(value: unknown, place = ''): string[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [place.replace(/^\./, '')]
  if (typeof value !== 'object' || value === null) return []
  const placeOf = (key: string) => (Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`)
  return Object.entries(value).flatMap(([key, part]) => unstorable(part, placeOf(key)))
}

/**
 * Writes what files say, all of it or nothing, and answers what that changed, a line each. Throws a CommandError that
 * names every mistake by its place.
 */
export async function writeFurnishing(
  tx: Sql,
  furnishings: Furnishings,
  documents: readonly unknown[],
  { now, who, alone }: { now: Date; who: string; alone: boolean },
): Promise<string[]> {
  const parts = Object.entries(furnishings).map(([name, part]) => [name, v.optional(part.schema)])
  const schema = v.pipe(
    v.unknown(),
    v.check((document) => !Array.isArray(document), 'it must be an object'),
    v.strictObject(Object.fromEntries(parts) as v.ObjectEntries),
  )
  const read = documents.map((document) => v.safeParse(schema, document))
  const mistakes = [
    ...read.flatMap(({ issues = [] }) => issues.map(placed)),
    ...documents.flatMap((document) => unstorable(document)).map((place) => `${place}: a character that is none`),
  ]
  if (mistakes.length > 0) throw new CommandError(['Nothing was changed.', ...mistakes].join('\n'))
  // Two who furnish at once do it one after the other.
  await lockName(tx, 'furnishing')
  const changes: string[] = []
  for (const { output } of read) {
    for (const [name, part] of Object.entries(furnishings)) {
      const given = (output as Record<string, unknown>)[name]
      if (given === undefined) continue
      try {
        const changed = await part.write(tx, given, now, who, alone)
        changes.push(...changed.map((change) => `${name}: ${change}`))
      } catch (error) {
        if (!(error instanceof FurnishingProblem)) throw error
        throw new CommandError(`Nothing was changed.\n${name}${error.place}: ${error.message}`)
      }
    }
  }
  return changes
}

/** What the file would say that makes another database like this one. */
async function readFurnishing(sql: Sql, furnishings: Furnishings, now: Date): Promise<Record<string, unknown>> {
  const document: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(furnishings)) {
    const said = await part.read(sql, now)
    if (said !== undefined) document[name] = said
  }
  return document
}

export interface FurnisherTerms {
  database: Database
  clock: Clock
  furnishings: Furnishings
  isFurnished(sql: Sql): Promise<boolean>
  /** Has what was read before read anew. */
  onChange(): void
  /** Looks, within the transaction, before a file is read in (null: one person says all of it), and makes versions of what it changed. */
  content: {
    beforeImport(tx: Sql, at: Date): Promise<unknown>
    noteImport(tx: Sql, by: { at: Date; who: string; before: unknown }): Promise<void>
  }
}

/** What furnishes the product from files: every part by the module that owns it. */
export function createFurnisher({ database, clock, furnishings, isFurnished, onChange, content }: FurnisherTerms): {
  commands: Command[]
  /** Furnishes the demo operator where nothing was ever said. */
  furnishDemo(country: Country): Promise<void>
} {
  async function furnish(
    by: By,
    documents: readonly unknown[],
    isWanted?: (tx: Sql) => Promise<boolean>,
  ): Promise<string[]> {
    const changes = await database.transaction(async (tx) => {
      if (isWanted !== undefined && !(await isWanted(tx))) return []
      const at = clock.now()
      const before = await content.beforeImport(tx, at)
      const terms = { now: at, who: by.actor, alone: before === null }
      const written = await writeFurnishing(tx, furnishings, documents, terms)
      const isChanged = written.length > 0
      // The whole of it would be a book: the file is its operator's.
      const after = { changes: written.length, what: written.join('; ').slice(0, DEED_WORDS_MAX) }
      if (isChanged) await writeDeed(tx, { ...by, deed: 'furnished', after, at })
      if (isChanged) await content.noteImport(tx, { at, who: by.actor, before })
      return written
    })
    onChange()
    return changes
  }

  return {
    commands: [
      {
        name: 'import',
        usage:
          'FILE … - furnishes the product: all of it or nothing; what differs is changed, and what is gone switched off',
        async run(files, actor) {
          if (files.length === 0) throw new CommandError('Name a file.')
          const changes = await furnish(byCommand(actor), await Promise.all(files.map(readJson)))
          return changes.length === 0 ? 'Nothing differs.' : changes.join('\n')
        },
      },
      {
        name: 'export',
        usage: '[FILE] - what import would take to make another installation like this one; without FILE it is printed',
        async run([file]) {
          const text = showFurnishing(await readFurnishing(database, furnishings, clock.now()))
          if (file === undefined) return text
          await writeFile(file, `${text}\n`, { flag: 'wx' }).catch((error: Error) => {
            throw new CommandError(`The file ${file} cannot be written: ${error.message}.`)
          })
          return `Written to ${file}.`
        },
      },
    ],
    async furnishDemo(country) {
      await furnish(BY_ITSELF, await readDemo(country), async (tx) => !(await isFurnished(tx)))
    },
  }
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file} that can be read.`)
  })
  try {
    // Editors of Windows begin a file with a mark of its encoding.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new CommandError(`The file ${file} is no JSON: ${(error as Error).message}.`)
  }
}

/** JSON with every row of a list on a line of its own. */
function showFurnishing(document: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(document).map(([name, part]) => {
    const rows = Array.isArray(part) ? `[\n${part.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]` : null
    return `  ${JSON.stringify(name)}: ${rows ?? JSON.stringify(part, null, 2).replaceAll('\n', '\n  ')}`
  })
  return `{\n${parts.join(',\n')}\n}`
}
