import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import type { Message } from './format-message.ts'
import { formatMessage } from './format-message.ts'

/** As the build compiles: through JSON. */
function compiled(text: string): Message {
  return JSON.parse(JSON.stringify(compileMessageOrThrow(text))) as Message
}

describe('formatMessage', () => {
  it('writes plain text as it is', () => {
    expect(formatMessage('50 % of #1', {}, 'en')).toBe('50 % of #1')
  })

  it('puts values in, and nothing for one that is missing', () => {
    const message = compiled('{from}–{to} of {total}')
    expect(formatMessage(message, { from: 1, to: 10, total: 37 }, 'en')).toBe('1–10 of 37')
    expect(formatMessage(message, { from: 1 }, 'en')).toBe('1– of ')
  })

  it('chooses the plural of the language', () => {
    const message = compiled('{n, plural, one {# minute ago} other {# minutes ago}}')
    expect(formatMessage(message, { n: 1 }, 'en')).toBe('1 minute ago')
    expect(formatMessage(message, { n: 21 }, 'en')).toBe('21 minutes ago')
    expect(formatMessage(message, { n: 1 }, 'th')).toBe('1 minutes ago')
  })

  it('prefers an exact number to a plural, and a number is never grouped', () => {
    const message = compiled('{n, plural, =0 {none} other {# rows}}')
    expect(formatMessage(message, { n: 0 }, 'en')).toBe('none')
    expect(formatMessage(message, { n: 12_345 }, 'en')).toBe('12345 rows')
  })
})
