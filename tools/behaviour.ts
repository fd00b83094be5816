import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFiles } from './checkout-files.ts'
import { root } from './processes.ts'

/** What the code says of itself in one place: a comment with the line below it, or a line alone. */
interface Passage {
  place: string
  text: string
  isTest: boolean
  isExplained: boolean
}

const SOURCES = /^(apps|packages|tools|deploy|e2e|docs)\//
const READ = /\.(tsx?|sql|md|conf)$/
const LEFT_OUT = /error-texts\.json$|\/texts\/|common-passwords|docs\/(spec|bench)/
/** Words that every question has. */
const QUESTION =
  'a an the of in on at to is are was be it its by for and or with from that this there who what where when which how why ' +
  'does do did has have happens long check checked done'
const EMPTY = new Set(QUESTION.split(' '))
const SHOWN_MAX = 12

/** The part of a word that its other forms share: limits and limited are found by limit, daily by day. */
function stemOf(word: string): string {
  if (word === 'daily') return 'day'
  return word.length > 4 ? word.replace(/(als?|ing|ed|es|s)$/, '') : word
}

function passagesOf(file: string): Passage[] {
  const isTest = /\.(test|spec|fixture)\.tsx?$|\/testing\//.test(file)
  const passages: Passage[] = []
  let comment: string[] = []
  for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
    const said = /^\s*(?:\/\*\*?|\*\/|\*(?!\w)|\/\/|--)\s?(.*)$/.exec(line)
    if (said && !file.endsWith('.md')) {
      comment.push(said[1] ?? '')
      continue
    }
    const text = [...comment, line.trim()].join(' ').trim()
    const isExplained = comment.length > 0 || file.endsWith('.md')
    if (text !== '') passages.push({ place: `${file}:${index + 1}`, text, isTest, isExplained })
    comment = []
  }
  return passages
}

/** How many words the shortest piece of the text has that holds as many of the stems as the whole: 1 is all in one word. */
function nearnessOf(text: string, stems: readonly string[]): number {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const has = words.map((word) => stems.filter((stem) => word.includes(stem)))
  const all = new Set(has.flat()).size
  let shortest = words.length
  for (const [start, first] of has.entries()) {
    if (first.length === 0) continue
    const seen = new Set<string>()
    for (let end = start; end < Math.min(words.length, start + shortest); end += 1) {
      for (const stem of has[end] ?? []) seen.add(stem)
      if (seen.size === all) shortest = end - start + 1
    }
  }
  return shortest
}

/**
 * Where the code speaks of something, by the words of a question in any order and form: what is said in one place, most of
 * the words first, then those where they stand nearest to each other, the code before its tests. Each is a line
 * `place  what is said there`.
 */
export function findBehaviour(question: string): string[] {
  const asked = question.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  const stems = [...new Set(asked.filter((word) => !EMPTY.has(word)).map(stemOf))]
  if (stems.length === 0) return []
  const hits = checkoutFiles()
    .filter((file) => SOURCES.test(file) && READ.test(file) && !LEFT_OUT.test(file))
    .flatMap(passagesOf)
    .map((passage) => {
      const text = `${passage.place} ${passage.text}`.toLowerCase()
      return { ...passage, said: text, count: stems.filter((stem) => text.includes(stem)).length }
    })
  // One word of many is found everywhere and tells nothing.
  const enough = Math.ceil((stems.length * 2) / 3)
  return hits
    .filter(({ count }) => count >= enough)
    .map((hit) => ({ ...hit, nearness: nearnessOf(hit.said, stems) }))
    .toSorted(
      (one, other) =>
        other.count - one.count ||
        Number(one.isTest) - Number(other.isTest) ||
        one.nearness - other.nearness ||
        Number(other.isExplained) - Number(one.isExplained) ||
        one.text.length - other.text.length,
    )
    .slice(0, SHOWN_MAX)
    .map(({ place, text }) => `${place}  ${text.slice(0, 160)}`)
}
