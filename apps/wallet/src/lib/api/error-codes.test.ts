import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes, errorTexts, staffCodes, type Code } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { describe, expect, it } from 'vitest'
import { formatMessage, type Message, type Values } from '../texts/format-message.ts'
import type { Texts } from '../texts/texts.ts'
import { errorText } from './api-error.ts'

const folder = join(import.meta.dirname, '../texts/catalogs')

/** The texts of a language as the app has them once all of its groups are loaded. */
function textsOf(language: 'th' | 'lo' | 'en'): Texts {
  const files = globSync(`*.${language}.json`, { cwd: folder })
  const catalogs = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, Message>)
  const catalog = new Map(catalogs.flatMap((one) => Object.entries(one)))
  const find = (id: string, values: Values = {}): string | undefined => {
    const message = catalog.get(id)
    return message === undefined ? undefined : formatMessage(message, values, language)
  }
  return { language, find, t: (id, ...[values]) => find(id, values) ?? id }
}

const texts = [textsOf('th'), textsOf('lo'), textsOf('en')]
const details = { min: 20, max: 10 * 1024 * 1024 }

function said(code: Code, language: 'th' | 'lo' | 'en'): string {
  const inWords = { min: '20.00', max: '10,485,760.00', n: '10' }
  return errorTexts[code][language].replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof inWords) => inWords[name])
}

describe('a refusal of the server', () => {
  // Codes that no call of ours answers with, for which a client of ours is ready all the same (rulings 5.10).
  it.each([
    ['[ERR-008]', 'INVALID_IP'],
    ['[ERR-011]', 'NO_USER'],
    ['[ERR-014]', 'KEY_MISSING'],
    ['[ERR-015]', 'KEY_INVALID'],
    ['[ERR-034]', 'GAME_ACTIVATION_FAIL'],
    ['[ERR-035]', 'NOT_AREASLOT'],
    ['[ERR-036]', 'NOT_UFABET'],
    ['[ERR-075]', 'OK'],
    ['[ERR-076]', 'SUCCESS'],
  ] as const)('%s %s is told in the reader’s language', (_, code) => {
    const error = new CallError({ kind: 'refused', code, status: 409 })
    const told = texts.map((one) => errorText(one, error))
    expect(told).toEqual([errorTexts[code].th, errorTexts[code].lo, errorTexts[code].en])
  })

  it('is told in the reader’s language whatever its code, with the amounts that it names', () => {
    for (const code of codes.filter((one) => !staffCodes.includes(one))) {
      const error = new CallError({ kind: 'refused', code, status: 409, details })
      for (const one of texts) expect(errorText(one, error)).toBe(said(code, one.language))
    }
  })
})
