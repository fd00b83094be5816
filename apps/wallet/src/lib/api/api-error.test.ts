import { CallError } from '@krapao/web'
import { describe, expect, it } from 'vitest'
import { formatMessage } from '../texts/format-message.ts'
import type { Message, Values } from '../texts/format-message.ts'
import type { Texts } from '../texts/texts.ts'
import { errorText } from './api-error.ts'

const catalog: Record<string, Message> = {
  'error.unknown': 'unknown',
  'error.network': 'network',
  'error.timeout': 'time-out',
  'error.unavailable': 'unavailable',
  'error.MONEY_NOT_ENOUGH': 'Not enough balance',
  'error.WITHDRAW_MINIMUM': ['Minimum withdrawal ', ['min'], ' baht'],
  'error.WITHDRAW_LIMIT': 'No more today.',
  'wait.seconds': [['n'], ' s left'],
  'wait.minutes': [['n'], ' min left'],
  'wait.hours': [['n'], ' h left'],
  'error.FILE_TOO_LARGE': ['No larger than ', ['n'], ' MB'],
}
const find = (id: string, values: Values = {}): string | undefined => {
  const message = catalog[id]
  return message === undefined ? undefined : formatMessage(message, values, 'en')
}
const texts: Texts = { language: 'en', find, t: (id, ...[values]) => find(id, values) ?? id }
const refused = (code: string, details = {}, status = 409): CallError =>
  new CallError({ kind: 'refused', code, details, status })

describe('errorText', () => {
  it('[ERR-090] translates a known code', () => {
    expect(errorText(texts, refused('MONEY_NOT_ENOUGH'))).toBe('Not enough balance')
  })

  it('[ERR-091] shows an unknown message as it came', () => {
    expect(errorText(texts, refused('Foo bar'))).toBe('Foo bar')
  })

  it('writes amounts of details with two decimals and sizes in megabytes', () => {
    expect(errorText(texts, refused('WITHDRAW_MINIMUM', { min: 1000.5 }))).toBe('Minimum withdrawal 1,000.50 baht')
    expect(errorText(texts, refused('FILE_TOO_LARGE', { max: 10 * 1024 * 1024 }))).toBe('No larger than 10 MB')
  })

  it.each([
    [90, '90 s left'],
    [91, '2 min left'],
    [5_400, '90 min left'],
    [5_401, '2 h left'],
    [65_640, '19 h left'],
  ])('says how long a limit lasts that ends in %d s in a unit that one can grasp', (retryAfterS, left) => {
    const error = new CallError({ kind: 'refused', code: 'WITHDRAW_LIMIT', status: 429, retryAfterS })
    expect(errorText(texts, error)).toBe(`No more today. ${left}`)
  })

  it('says in words what never was an answer', () => {
    expect(errorText(texts, new CallError({ kind: 'offline' }))).toBe('network')
    expect(errorText(texts, new CallError({ kind: 'timeout' }))).toBe('time-out')
    expect(errorText(texts, new CallError({ kind: 'unreadable', status: 503 }))).toBe('unavailable')
    expect(errorText(texts, refused('INTERNAL_SERVER_ERROR', {}, 503))).toBe('unavailable')
    expect(errorText(texts, refused('INTERNAL_SERVER_ERROR', {}, 500))).toBe('INTERNAL_SERVER_ERROR')
    expect(errorText(texts, new CallError({ kind: 'unreadable', status: 200 }))).toBe('unknown')
    expect(errorText(texts, new TypeError('a defect'))).toBe('unknown')
  })
})
