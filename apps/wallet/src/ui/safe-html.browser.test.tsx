import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Prose } from './prose.tsx'
import { safeAddress } from './safe-address.ts'

// The build puts the words of docs/words.md in their place.
vi.mock('./glossary.ts', () => ({ glossary: ['ตรวจสอบ', 'ກວດສອບ'] }))

const global = globalThis as { hasRun?: boolean }

beforeEach(() => {
  delete global.hasRun
})

async function drawn(html: string): Promise<HTMLElement> {
  const { container } = await render(<Prose html={html} />)
  const prose = container.firstElementChild
  if (!(prose instanceof HTMLElement)) throw new Error('nothing was drawn')
  return prose
}

describe('the operator’s HTML', () => {
  it('[CON-001] is drawn as HTML', async () => {
    const prose = await drawn('<h2>Fees</h2><p>None, <b>really</b><br>none</p><ul><li>one</li></ul>')
    expect(prose.innerHTML).toBe('<h3>Fees</h3><p>None, <strong>really</strong><br>none</p><ul><li>one</li></ul>')
  })

  it('has no line end inside a word of the glossary', async () => {
    const whole = ['ตรวจสอบ', 'ກວດສອບ'].map((word) => [...word].join('\u2060'))
    const prose = await drawn('<p>ยอดเกิน 20,000 บาทใช้เวลา<b>ตรวจสอบ</b>เพิ่ม</p><p>ກວດສອບ</p>')
    expect([...prose.querySelectorAll('strong, p:last-child')].map(({ textContent }) => textContent)).toEqual(whole)
  })

  it('opens links in a tab that knows nothing of this one', async () => {
    const link = (await drawn('<a href="https://example.com/a?b=c" onclick="hasRun=true">x</a>')).querySelector('a')
    expect(link?.outerHTML).toBe('<a href="https://example.com/a?b=c" target="_blank" rel="noopener noreferrer">x</a>')
  })

  it.each([
    '<script>hasRun=true</script>',
    '<img src="x" onerror="hasRun=true">',
    '<svg><script>hasRun=true</script></svg>',
    '<svg/onload=hasRun=true>',
    '<p style="position:fixed" onmouseover="hasRun=true">text</p>',
    '<iframe srcdoc="<script>parent.hasRun=true</script>"></iframe>',
    '<a href="javascript:hasRun=true">x</a>',
    '<a href="jAvAsCrIpT&colon;hasRun=true">x</a>',
    '<a href="  java\nscript:hasRun=true">x</a>',
    '<img src="javascript:hasRun=true">',
    '<form action="https://evil.example"><input name="password"></form>',
    '<math><mtext><table><mglyph><style><img src=x onerror=hasRun=true>',
    '<noscript><p title="</noscript><img src=x onerror=hasRun=true>">',
    '<object data="javascript:hasRun=true"></object><embed src="javascript:hasRun=true">',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  ])('lets nothing of %s through', async (html) => {
    const prose = await drawn(html)
    const elements = [...prose.querySelectorAll('*')]
    const names = new Set(elements.flatMap((element) => element.getAttributeNames()))
    expect([...names].filter((name) => !['href', 'target', 'rel', 'src', 'alt', 'loading'].includes(name))).toEqual([])
    expect(prose.querySelector('script, style, iframe, object, embed, form, input, svg, math, base, meta')).toBeNull()
    expect(prose.innerHTML).not.toMatch(/javascript/i)
    for (const link of prose.querySelectorAll('a')) link.click()
    expect(global.hasRun).toBeUndefined()
  })
})

describe('addresses', () => {
  it('are followed by their scheme alone', () => {
    expect(safeAddress('https://a.example', ['https:'])).toBe('https://a.example/')
    expect(safeAddress('/own', ['http:', 'https:'])).toBe(`${location.origin}/own`)
    for (const wrong of [null, 'http://a.example', 'javascript:1', 'http://[']) {
      expect(safeAddress(wrong, ['https:'])).toBeUndefined()
    }
  })
})
