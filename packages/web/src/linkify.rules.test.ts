import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkParts, phoneAddress, webAddress } from './linkify.rules.ts'

const linksOf = (text: string): [string, string][] =>
  linkParts(text).flatMap(({ text: words, href }): [string, string][] => (href === undefined ? [] : [[words, href]]))

describe('the links in a text', () => {
  it.each([
    ['https://a.b', [['https://a.b', 'https://a.b/']]],
    ['see http://a.b/c?d=1&e=2#f.', [['http://a.b/c?d=1&e=2#f', 'http://a.b/c?d=1&e=2#f']]],
    ['a@b.co', [['a@b.co', 'mailto:a@b.co']]],
    [
      'mail to som.dee+x@mail.example.com, please',
      [['som.dee+x@mail.example.com', 'mailto:som.dee+x@mail.example.com']],
    ],
    ['www.a.example is ours', [['www.a.example', 'https://www.a.example/']]],
    ['ดูที่https://a.b/cได้เลย', [['https://a.b/c', 'https://a.b/c']]],
    ['ເບິ່ງທີ່ https://a.bໄດ້ເລີຍ', [['https://a.b', 'https://a.b/']]],
    ['(https://a.b/c)', [['https://a.b/c', 'https://a.b/c']]],
    ['https://a.b/c_(d)', [['https://a.b/c_(d)', 'https://a.b/c_(d)']]],
    [
      'https://a.b, https://c.d!',
      [
        ['https://a.b', 'https://a.b/'],
        ['https://c.d', 'https://c.d/'],
      ],
    ],
    ['"https://a.b"', [['https://a.b', 'https://a.b/']]],
    ['<a href="https://a.b">x</a>', [['https://a.b', 'https://a.b/']]],
  ] as const)('are found in %j', (text, links) => {
    expect(linksOf(text)).toEqual(links)
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'https://',
    'http://?',
    'https://bank.example@evil.example/',
    'a@b',
    '@b.co',
    '1.2.3.4',
  ])('are none in %j', (text) => {
    expect(linksOf(text).filter(([, href]) => !href.startsWith('mailto:'))).toEqual([])
  })

  it('lead to http, https or mail alone, and leave the text as it is, whatever it holds', () => {
    const piece = fc.constantFrom(
      'https://',
      'http://',
      'www.',
      'javascript:',
      'data:text/html,',
      'a@b.co',
      'a.b',
      '/',
      '"',
      "'",
      '<script>',
      'onerror=',
      '&#106;',
      '\u202e',
      '\0',
      '\n',
      ' ',
      '%00',
      '@',
      ':',
      '(',
      ')',
      'สวัสดี',
      'ສະບາຍດີ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        const parts = linkParts(given)
        expect(parts.map((part) => part.text).join('')).toBe(given)
        for (const { text: words, href } of parts) {
          expect(words).not.toBe('')
          if (href === undefined) continue
          expect(['http:', 'https:', 'mailto:']).toContain(new URL(href).protocol)
          // What is written is where it leads: nothing invisible, nothing that ends an attribute.
          expect(words).toMatch(/^[!-~]+$/)
          expect(href).not.toMatch(/["<>\s]/)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('are found in no time in what was made to take long', () => {
    const long = `${'a.'.repeat(20_000)}@${'b-'.repeat(20_000)}`
    expect(
      linkParts(long)
        .map(({ text }) => text)
        .join(''),
    ).toBe(long)
  })
})

describe('the address of a button', () => {
  it.each([
    ['https://a.b/c', 'https://a.b/c'],
    [' http://a.b ', 'http://a.b/'],
    ['mailto:a@b.co', 'mailto:a@b.co'],
    ['javascript:alert(1)', undefined],
    ['java\tscript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['//a.b', undefined],
    ['/user/home', undefined],
    ['', undefined],
  ])('of type web with %j is %j', (payload, href) => {
    expect(webAddress(payload)).toBe(href)
  })

  it.each([
    ['021234567', 'tel:021234567'],
    ['tel:+66 2-123-4567', 'tel:+6621234567'],
    ['+856 (20) 5555.1234', 'tel:+8562055551234'],
    ['javascript:alert(1)', undefined],
    ['02;ext=1', undefined],
    ['', undefined],
  ])('of type call with %j is %j', (payload, href) => {
    expect(phoneAddress(payload)).toBe(href)
  })
})
