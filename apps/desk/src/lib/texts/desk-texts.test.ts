import { DEED_NAMES } from '@krapao/contract'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import deedTexts from './deed-texts.json' with { type: 'json' }
import deskTexts from './desk-texts.json' with { type: 'json' }
import { fill } from './fill.ts'

interface Words {
  readonly th: string
  readonly lo: string
  readonly en: string
}

/** The texts that places bring along when they are opened. */
const places = globSync('{app,features/*,lib/texts}/*-texts.json', { cwd: join(import.meta.dirname, '../..') })
  .filter((file) => !file.endsWith('/desk-texts.json'))
  .toSorted()
const tables = [
  ['desk-texts.json', deskTexts],
  ...places.map((file) => [file, JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'))] as const),
] as readonly (readonly [string, Readonly<Record<string, Words>>])[]
const cells = tables.flatMap(([file, table]) =>
  Object.entries(table).map(
    ([id, { th, lo, en }]) => [file === 'desk-texts.json' ? id : `${file} ${id}`, [th, lo, en]] as const,
  ),
)
const valuesOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)(?=\}|, plural,)/g)].map(([, name = '']) => name).toSorted()

/** The wallet's table of texts: id, Thai, Lao, English. */
function walletTexts(): Map<string, readonly [string, string, string]> {
  const table = readFileSync(join(import.meta.dirname, '../../../../wallet/texts.tsv'), 'utf8')
  return new Map(
    table.split('\n').map((line) => {
      const [id = '', th = '', lo = '', en = ''] = line.split('\t')
      return [id, [th, lo, en]]
    }),
  )
}

describe('the texts of the desk', () => {
  it('[OFC-063] are there in all three languages, also those of the places', () => {
    expect(places.length).toBeGreaterThan(0)
    const missing = cells.filter(([, texts]) => texts.some((text) => typeof text !== 'string' || text.trim() === ''))
    expect(missing.map(([id]) => id)).toEqual([])
  })

  it('[OFC-063] name every deed that is written, so that no place shows one by its id, and no other', () => {
    const named = Object.keys(deedTexts).filter((id) => id.startsWith('deed.'))
    expect(named.toSorted()).toEqual(DEED_NAMES.map((deed) => `deed.${deed}`).toSorted())
  })

  it('take the same values in every language', () => {
    const wrong = cells.filter(
      ([, [th, lo, en]]) => new Set([th, lo, en].map((text) => valuesOf(text).join())).size > 1,
    )
    expect(wrong.map(([id]) => id)).toEqual([])
  })

  it('[OFC-063] count as their language does, in all of them', () => {
    const counted = cells.filter(([, texts]) => texts.some((text) => text.includes('plural')))
    expect(counted.length).toBeGreaterThan(20)
    const said = counted.map(([id, texts]) => {
      const ones = (['th', 'lo', 'en'] as const).map((language, place) => {
        const text = texts[place] ?? ''
        const values = (n: string) => Object.fromEntries(valuesOf(text).map((name) => [name, n]))
        return [fill(text, values('1'), language), fill(text, values('1,234'), language)]
      })
      return [id, ones] as const
    })
    expect(said.filter(([, ones]) => ones.flat().some((text) => !text.includes('1') || /[{}#]/.test(text)))).toEqual([])
    expect(said.find(([id]) => id.endsWith(' net.n'))?.[1]).toEqual([
      ['1 วัน', '1,234 วัน'],
      ['1 ມື້', '1,234 ມື້'],
      ['1 day', '1,234 days'],
    ])
  })

  it('are written in the script of their language', () => {
    const wrong = cells.filter(([, [th, lo]]) => /[\u0E80-\u0EFF]/.test(th) || /[\u0E00-\u0E3E\u0E40-\u0E7F]/.test(lo))
    expect(wrong.map(([id]) => id)).toEqual([])
  })

  it('say the same as the wallet where it has a text of the same id', () => {
    const wallet = walletTexts()
    const shared = cells.filter(([id]) => wallet.has(id) && !wallet.get(id)?.[0].includes('plural'))
    const other = shared.filter(([id, texts]) => wallet.get(id)?.join() !== texts.join() && id !== 'wait.seconds')
    expect(other.map(([id]) => id)).toEqual([])
    expect(shared.length).toBeGreaterThan(20)
  })

  it('call things by the words of the glossary', () => {
    const glossary = readFileSync(join(import.meta.dirname, '../../../../../docs/words.md'), 'utf8').toLowerCase()
    for (const id of [
      'facts.memberId',
      'facts.phone',
      'facts.bank',
      'facts.wallet',
      'facts.bonus',
      'login.username',
      'login.password',
    ] as const) {
      const { th, lo, en } = deskTexts[id]
      expect(glossary, id).toContain(`| ${en.toLowerCase()} | ${th} | ${lo} |`)
    }
  })
})
