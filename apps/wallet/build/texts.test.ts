import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codes } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { groupOf } from './text-groups.ts'
import { generateTexts, languages, readTexts } from './texts.ts'

const table = readFileSync(join(import.meta.dirname, '..', 'texts.tsv'), 'utf8')
const texts = readTexts(table)
/** Names, units and quotations that are the same in every language. */
const sameInAll = new Set([
  'app.pageTitle',
  'terminated.title',
  'notFound.text',
  'statement.fromTo',
  'receipt.headline',
  'transfer.success',
])
/** Nothing but names and values in Thai and Lao. */
const withoutLetters = new Set(['deposit.tab.qr', 'qr.title.bank', 'protection.limit.name', 'protection.consent.sms'])

const head = 'key\tth\tlo\ten\tnote\n'

describe('the table of texts', () => {
  it('[GEN-002] has every text in Thai, Lao and English', () => {
    expect(texts.size).toBeGreaterThan(600)
    for (const [id, cells] of texts) {
      for (const language of languages) expect(cells[language].trim(), `${id} in ${language}`).not.toBe('')
    }
  })

  it('has no text that nobody is shown', () => {
    const folder = join(import.meta.dirname, '..')
    const isSource = (file: string): boolean =>
      /\.(tsx?|html)$/.test(file) && !file.includes('lib/texts/text-values') && !file.endsWith('.test.tsx')
    const sources = ['src', 'build']
      .flatMap((name) =>
        readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, name, file)),
      )
      .filter((file) => isSource(file) && !file.endsWith('text-groups.ts') && !file.endsWith('texts.test.ts'))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    // Some ids are put together: `qr.title.${bank}`.
    const beginnings = (id: string): string[] =>
      id.split('.').map((_, index, parts) => `${parts.slice(0, index + 1).join('.')}.\${`)
    const isShown = (id: string): boolean =>
      sources.includes(`'${id}'`) || sources.includes(`"${id}"`) || beginnings(id).some((one) => sources.includes(one))
    expect([...texts.keys()].filter((id) => !id.startsWith('error.') && !isShown(id))).toEqual([])
  })

  it('[ERR-090] has a text that is shipped for each code of the catalogue', () => {
    for (const code of codes) expect(groupOf(`error.${code}`), code).toMatch(/^(shell|errors)$/)
  })

  it('says in Thai and Lao what it says, in their own letters', () => {
    for (const [id, { th, lo, en }] of texts) {
      if (sameInAll.has(id)) {
        expect([th, lo], id).toEqual([en, en])
        continue
      }
      if (!withoutLetters.has(id)) {
        expect(th, id).toMatch(/\p{Script=Thai}/u)
        expect(lo, id).toMatch(/\p{Script=Lao}/u)
      }
      expect(th, id).not.toMatch(/\p{Script=Lao}/u)
      expect(lo, id).not.toMatch(/\p{Script=Thai}/u)
      expect(en, id).not.toMatch(/\p{Script=Thai}|\p{Script=Lao}/u)
    }
  })

  it.each([
    ['error.PHONE_NUMBER_REQUIRE_10_DIGIT', 'The phone number must support 10 digits'],
    ['register.error.passwordMismatch', "Passwords don't match"],
    ['error.BANK_ACCOUNT_NAME_ENG', 'Bank account name must be in English only'],
    ['error.FILE_TOO_LARGE', 'The file is too large. Please select file no larger than {n} MB.'],
    ['error.FILE_NOT_SUPPORTED', 'File is not supported'],
    ['copy.success', 'Copied: {text}'],
    ['copy.fail', 'Failed to copy'],
    ['terminated.title', 'Page not found'],
    ['notFound.text', 'Page Not Found'],
  ])('has in English, word for word, what the specification quotes: %s', (id, words) => {
    expect(texts.get(id)?.en).toBe(words)
  })

  it.each([
    ['other columns', 'key\tth\ten\n'],
    ['an empty cell', `${head}a.b\tก\t\tb\t\n`],
    ['a key that comes twice', `${head}a.b\tก\tກ\tb\t\na.b\tก\tກ\tb\t\n`],
    ['a text of the contract', `${head}error.NO_DATA\tก\tກ\tb\t\n`],
  ])('refuses %s', (_, wrong) => {
    expect(() => readTexts(wrong)).toThrow(/texts\.tsv/)
  })

  it('refuses a text that takes other values in another language', () => {
    const changed = new Map(texts).set('app.credit', { th: '{website}', lo: '{website}', en: '{site}' })
    expect(() => generateTexts(changed)).toThrow('app.credit')
  })
})

describe('the compiled texts', () => {
  const files = generateTexts(texts)

  it('are those of the table: run the build after a change', () => {
    for (const [file, content] of files) expect(readFileSync(file, 'utf8'), file).toBe(content)
    const [first = ''] = files.keys()
    const catalogs = [...files.keys()].filter((file) => file.endsWith('.json'))
    expect(readdirSync(dirname(first))).toHaveLength(catalogs.length)
  })

  it('have the same ids in each language', () => {
    const idsOf = (file: string): string[] => Object.keys(JSON.parse(files.get(file) ?? '') as object)
    const thai = [...files.keys()].filter((file) => file.endsWith('.th.json'))
    expect(thai.length).toBeGreaterThan(2)
    for (const file of thai) {
      for (const language of languages) {
        expect(idsOf(file.replace('.th.json', `.${language}.json`))).toEqual(idsOf(file))
      }
    }
  })
})
