import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codes } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { groupOf } from './text-groups.ts'
import { generateTexts, languages, readTexts } from './texts.ts'

const table = readFileSync(join(import.meta.dirname, '..', 'texts.tsv'), 'utf8')
const texts = readTexts(table)
const head = 'key\tth\tlo\ten\tnote\n'

describe('the table of texts', () => {
  it('[GEN-002] has every text in Thai, Lao and English', () => {
    expect(texts.size).toBeGreaterThan(600)
    for (const [id, cells] of texts) {
      for (const language of languages) expect(cells[language].trim(), `${id} in ${language}`).not.toBe('')
    }
  })

  it('[ERR-090] has a text that is shipped for each code of the catalogue', () => {
    for (const code of codes) expect(groupOf(`error.${code}`), code).toMatch(/^(shell|common)$/)
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
