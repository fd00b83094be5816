import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDemo } from '../../furnish/furnish.ts'
import { safeMarkup } from './safe-markup.ts'

describe('markup of the operator', () => {
  it.each([
    ['<p>สวัสดี <b>คุณ</b><br>ครับ</p>', '<p>สวัสดี <b>คุณ</b><br />ครับ</p>'],
    ['5 < 6 & 7 &gt; 1 &#8217; &nbsp; "x"', '5 &lt; 6 &amp; 7 &gt; 1 \u2019 \u00a0 "x"'],
    ['<script>alert(1)</script>x', 'x'],
    ['<SCRIPT SRC=//evil></SCRIPT>x', 'x'],
    ['<svg><script>alert(1)</script></svg>x', 'x'],
    ['<style>p{}</style><iframe src="https://a"></iframe>x', 'x'],
    ['<p onclick="alert(1)" style="x" class=y>a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)>', '<img />'],
    ['<img src="https://a/b.png" alt="a > b">', '<img alt="a &gt; b" src="https://a/b.png" />'],
    ['<img src="/a.png"><img src="http://a/b.png">', '<img src="/a.png" /><img />'],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="java&#115;cript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java\tscript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    ['<a href="//evil.example">a</a>', '<a>a</a>'],
    ['<a href="/\\evil.example">a</a>', '<a>a</a>'],
    ['<a href="https://a.example/?x=1&amp;y=2" target=_top>a</a>', '<a href="https://a.example/?x=1&amp;y=2">a</a>'],
    ['<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'],
    ['<a href="tel:021234567">a</a>', '<a href="tel:021234567">a</a>'],
    [
      '<img src="data:image/png;base64,AAAA"><img src="data:image/svg+xml,x">',
      '<img src="data:image/png;base64,AAAA" /><img />',
    ],
    ['<a href="https://a" href="javascript:x">a</a>', '<a href="https://a">a</a>'],
    ['<!-- <p> --><p>a<!-- x', '<p>a</p>'],
    ['<form><input value=1><p>a</form>', '<p>a</p>'],
    ['<ul><li>a<li>b</ul></p>', '<ul><li>a</li><li>b</li></ul><p></p>'],
    ['<p', 'p'],
    ['a<p title="', 'a'],
    ['<<p>>', '&lt;<p>&gt;</p>'],
    ['<%percentFail%>', '&lt;%percentFail%&gt;'],
  ])('%s becomes %s', (html, safe) => {
    expect(safeMarkup(html)).toBe(safe)
  })

  it('of the demo stays as it is', async () => {
    const files = (await readDemo('LA')) as { texts: Record<string, Record<'th' | 'lo' | 'en', string[]>> }[]
    const kinds = files.flatMap(({ texts }) => Object.values(texts))
    for (const html of kinds.flatMap(({ th, lo, en }) => [...th, ...lo, ...en]))
      expect(safeMarkup(html)).toBe(html.replaceAll('<br>', '<br />'))
  })

  it('is built of nothing but known elements, whatever it was, and is safe as it is then', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '/>',
        '"',
        "'",
        '=',
        ' ',
        '&',
        ';',
        '&lt;',
        '&#60;',
        '<!--',
        '-->',
        '<p>',
        '</p>',
        '<a ',
        '`',
      ],
      ...[
        'script',
        'onerror',
        'href',
        'src',
        'javascript:',
        'svg',
        'img',
        'style',
        '\n',
        '\0',
        'x',
        '<![CDATA[',
        ']]>',
      ],
    )
    const html = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''))
    const tag = /<\/?(?:a|b|p|img)(?: (?:href|src|alt)="[^"<>]*")*(?: \/)?>/g
    fc.assert(
      fc.property(fc.oneof(html, fc.string({ unit: 'binary' })), (given) => {
        const safe = safeMarkup(given)
        expect(safeMarkup(safe)).toBe(safe)
        expect(safe.replaceAll(tag, '').replaceAll(/<\/?[a-z][a-z0-9]*>/g, '')).not.toMatch(/[<>]/)
        for (const [, address = ''] of safe.matchAll(/(?:href|src)="([^"]*)"/g))
          expect(address).toMatch(/^(\/|https?:|mailto:|tel:|data:image)/i)
      }),
    )
  })
})
