import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkoutFiles } from './checkout-files.ts'
import { root } from './processes.ts'

interface Word {
  en: string
  th: string
  lo: string
  not: string[]
}

const glossary = readFileSync(join(root, 'docs/words.md'), 'utf8')
const words: Word[] = glossary
  .slice(glossary.indexOf('| --- |'))
  .split('\n')
  .slice(1)
  .filter((line) => line.startsWith('|'))
  .map((line) => {
    const [, en = '', th = '', lo = '', not = ''] = line.split('|').map((cell) => cell.trim())
    return { en, th, lo, not: not.split(', ').filter((word) => word !== '') }
  })

/** What players and staff may come to read: the tables of texts, and every source with Thai or Lao in it. */
const texts = checkoutFiles()
  .filter((file) => /^(apps|packages|e2e\/howto)\//.test(file))
  .filter(
    (file) => /(\.(tsv|tsx?|html)|-texts\.json)$/.test(file) && !/\.(test|spec|fixture)\.tsx?$|\/testing\//.test(file),
  )
  // What people may write to the robot is theirs to word.
  .filter((file) => !file.endsWith('/support/robot/robot.rules.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /[\u0E00-\u0EFF]/.test(text))

/** Latin words count in texts alone, not in the names of the code around them. */
const proseOf = (file: string, text: string): string =>
  /texts?\.(ts|json)$|\.tsv$/.test(file) ? text : text.replaceAll(/[\t -~]+/g, ' ')

function linesWith(pattern: RegExp): string[] {
  return texts.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(proseOf(file, line)) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
}

describe('the words of the product', () => {
  it('stand in the glossary in three languages, each once', () => {
    expect(words.length).toBeGreaterThan(40)
    for (const { en, th, lo } of words) {
      expect(en).toMatch(/^[\w -]+$/)
      expect(th, en).toMatch(/\p{Script=Thai}/u)
      expect(lo, en).toMatch(/\p{Script=Lao}/u)
    }
    expect(new Set(words.map(({ en }) => en)).size).toBe(words.length)
  })

  it.each(words)('$en is said: $th, $lo', ({ th, lo }) => {
    const all = texts.map(({ text }) => text).join('\n')
    expect(all).toContain(th)
    expect(all).toContain(lo)
  })

  it.each(words.filter(({ not }) => not.length > 0))('$en is called by no other name', ({ not }) => {
    for (const word of not) {
      expect(linesWith(new RegExp(/^[\w -]+$/.test(word) ? `\\b${word}\\b` : word, 'i')), word).toEqual([])
    }
  })

  it.each([
    ['one sign in place of two that look like it', /\u0E4D\u0E32|\u0ECD\u0EB2|เเ|ເເ/],
    ['the joined signs of Lao', /\u0EAB[\u0E99\u0EA1\u0EA5]/],
    ['tone marks of Lao after what they stand on', /[\u0EC8-\u0ECB][\u0EB1\u0EB4-\u0EB9\u0EBB\u0EBC]/],
    ['ຣ in loans and names alone', /(?<!ໂປ|ເຄ|ໂຕ|ແກ|ທ|ທະ)ຣ/],
    ['spaces around ຫຼື between things', /[\u0E80-\u0EBF\u0EC8-\u0ECF]ຫຼື(?!ບໍ່)|(?<!ເ)ຫຼື(?!ບໍ່)[\u0E80-\u0EFF]/],
    ['one space at a time', /[\u0E00-\u0EFF] {2,}[\u0E00-\u0EFF]/],
  ])('are spelled with %s', (_, wrong) => {
    expect(linesWith(wrong)).toEqual([])
  })
})
