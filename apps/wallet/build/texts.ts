// Compiles texts.tsv and the contract's error texts into one catalog a group and language, and types the ids.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorTexts, isCode, staffCodes } from '@krapao/contract'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { groupOf, textGroups } from './text-groups.ts'

export const languages = ['th', 'lo', 'en'] as const
export type Language = (typeof languages)[number]

export type Texts = ReadonlyMap<string, Record<Language, string>>
type CompiledMessage = ReturnType<typeof compileMessageOrThrow>

const walletFolder = join(import.meta.dirname, '..')
const catalogFolder = join(walletFolder, 'src', 'lib', 'texts', 'catalogs')
const tableFile = join(walletFolder, 'texts.tsv')
const valuesFile = join(walletFolder, 'src', 'lib', 'texts', 'text-values.ts')
const refusalsFile = join(walletFolder, 'src', 'lib', 'texts', 'identity-refusals.ts')

/** Reads the table: columns key, th, lo, en, note. Throws on a wrong column, an empty cell or a key that comes twice. */
export function readTexts(table: string): Texts {
  const [head, ...rows] = table.split('\n').filter((line) => line !== '')
  if (head !== 'key\tth\tlo\ten\tnote') throw new Error(`texts.tsv has the columns "${head}"`)
  const texts = new Map<string, Record<Language, string>>()
  for (const row of rows) {
    const [key = '', th = '', lo = '', en = ''] = row.split('\t')
    if (key === '' || th === '' || lo === '' || en === '') throw new Error(`texts.tsv has an empty cell at "${key}"`)
    if (texts.has(key)) throw new Error(`texts.tsv has "${key}" twice`)
    texts.set(key, { th, lo, en })
  }
  for (const [code, { th, lo, en }] of Object.entries(errorTexts)) {
    if (isCode(code) && staffCodes.includes(code)) continue
    if (texts.has(`error.${code}`)) throw new Error(`"error.${code}" belongs to the contract, not to texts.tsv`)
    texts.set(`error.${code}`, { th, lo, en })
  }
  return texts
}

/** Reads the table of this app. */
export function readAllTexts(): Texts {
  return readTexts(readFileSync(tableFile, 'utf8'))
}

/** The names of the values that a compiled message takes, in the order of their appearance. */
function valueNames(message: CompiledMessage): string[] {
  const names = new Set<string>()
  for (const token of Array.isArray(message) ? message : []) {
    if (!Array.isArray(token)) continue
    names.add(String(token[0]))
    for (const branch of Object.values(Object(token[2]) as object)) {
      for (const name of Array.isArray(branch) ? valueNames(branch) : []) names.add(name)
    }
  }
  return [...names]
}

/** A message without values is a plain string; `offset: undefined` of plurals goes. */
function compile(text: string): CompiledMessage | string {
  const message = compileMessageOrThrow(text)
  return message.every((token) => typeof token === 'string' && token !== '#') ? message.join('') : message
}

/** All generated files by path, as `writeTexts` writes them. */
export function generateTexts(texts: Texts): Map<string, string> {
  const files = new Map<string, string>()
  for (const group of textGroups) {
    for (const language of languages) {
      const catalog: Record<string, CompiledMessage | string> = {}
      for (const [id, cells] of texts) if (groupOf(id) === group.name) catalog[id] = compile(cells[language])
      if (Object.keys(catalog).length === 0) throw new Error(`the group of texts "${group.name}" is empty`)
      files.set(join(catalogFolder, `${group.name}.${language}.json`), `${JSON.stringify(catalog, undefined, 1)}\n`)
    }
  }
  const lines: string[] = []
  for (const [id, cells] of texts) {
    if (groupOf(id) === undefined) continue
    const [thai, ...others] = languages.map((language) => valueNames(compileMessageOrThrow(cells[language])).toSorted())
    if (others.some((names) => names.join() !== thai?.join())) throw new Error(`"${id}" takes other values by language`)
    const type = thai === undefined || thai.length === 0 ? 'never' : thai.map((name) => `'${name}'`).join(' | ')
    lines.push(`  ${/^[a-z]+$/i.test(id) ? id : `'${id}'`}: ${type}`)
  }
  files.set(
    valuesFile,
    '/** Every text by its id, with the names of the values it takes. Made by build/texts.ts: change texts.tsv instead. */\n' +
      `export interface TextValues {\n${lines.join('\n')}\n}\n\nexport type TextId = keyof TextValues\n\n` +
      '/** The groups of texts: one file a language each. */\n' +
      `export type TextGroup = ${textGroups.map((group) => `'${group.name}'`).join(' | ')}\n`,
  )
  const { th, lo, en } = errorTexts.INVALID_USER_1
  files.set(
    refusalsFile,
    '/** The text of "cannot verify identity" in each language: a server may send it in place of a code (decisions 2.28). */\n' +
      `export const identityRefusals: readonly string[] = [\n${[th, lo, en].map((text) => `  '${text}',\n`).join('')}]\n`,
  )
  return files
}

/** Writes the catalogs and the ids. A file whose content stays is not touched, so that watchers sleep on. */
export function writeTexts(): void {
  const files = generateTexts(readAllTexts())
  mkdirSync(catalogFolder, { recursive: true })
  for (const name of readdirSync(catalogFolder)) {
    if (name.endsWith('.json') && !files.has(join(catalogFolder, name))) rmSync(join(catalogFolder, name))
  }
  for (const [file, content] of files) {
    if (readOrEmpty(file) === content) continue
    // Another run may be reading it.
    const aside = `${file}.${process.pid}`
    writeFileSync(aside, content)
    renameSync(aside, file)
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (process.argv[1] === import.meta.filename) writeTexts()
