import { expect, it } from 'vitest'
import '@krapao/web/look.css'
import glossary from '../../../../../docs/words.md?raw'
import { glossaryWords, LINE_MAY_END, makeJoiner, WORD_JOINER } from '@krapao/web/join-words'
import table from '../../../texts.tsv?raw'

const words = glossaryWords(glossary)
const rows = table.split('\n').slice(1)

/** The words of the glossary that a line ends in, of texts in a column of this width. */
function brokenIn(texts: readonly string[], language: 'th' | 'lo', widthPx: number): string[] {
  const column = document.createElement('div')
  column.lang = language
  column.style.cssText = `width: ${widthPx}px; font: 16px/1.5 var(--font); overflow-wrap: anywhere`
  for (const text of texts) column.append(Object.assign(document.createElement('p'), { textContent: text }))
  document.body.append(column)
  const broken = [...column.children].flatMap(({ firstChild, textContent }) => {
    const bare = textContent.replaceAll(WORD_JOINER, '').replaceAll(LINE_MAY_END, '')
    const plain = words.filter((word) => bare.includes(word))
    return plain.filter((word) => {
      const match = new RegExp([...word].join(`${WORD_JOINER}?`)).exec(textContent)
      const range = document.createRange()
      if (firstChild === null || match === null) return false
      range.setStart(firstChild, match.index)
      range.setEnd(firstChild, match.index + match[0].length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return tops.size > 1 && range.getBoundingClientRect().height > 40
    })
  })
  column.remove()
  return [...new Set(broken)]
}

it.each([
  ['th', 1],
  ['lo', 2],
] as const)('no line of %s ends inside a word of the glossary, on the narrowest phones', async (language, column) => {
  await document.fonts.load('16px "Krapao Thai"').catch(() => undefined)
  await document.fonts.ready
  const texts = rows.map((row) => row.split('\t')[column] ?? '').filter((text) => text.length > 12)
  const join = makeJoiner(words)
  const widths = [320 - 40, 360 - 40, 320 - 140, 360 - 140]
  // The test sees what it looks for: without joiners there are such lines.
  expect(widths.flatMap((width) => brokenIn(texts, language, width)).length).toBeGreaterThan(3)
  for (const width of widths) expect(brokenIn(texts.map(join), language, width)).toEqual([])
})
