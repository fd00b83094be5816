import { CommandError } from './command.ts'

/** As many lines as a person takes in at a time. */
const PAGE_SIZE = 50

/** Which part of a list is asked for. */
interface ListPage {
  offset: number
  limit: number
}

/** Takes `page N` off the end of what was typed; without it the first page. Throws a CommandError for a page that is no number. */
export function readPage(words: readonly string[]): { rest: readonly string[]; page: ListPage } {
  const at = words.indexOf('page')
  if (at < 0) return { rest: words, page: { offset: 0, limit: PAGE_SIZE } }
  const number = words[at + 1] ?? ''
  if (!/^[1-9]\d{0,5}$/.test(number) || words.length !== at + 2) {
    throw new CommandError('Name the page by its number at the end, such as: page 2')
  }
  return { rest: words.slice(0, at), page: { offset: (Number(number) - 1) * PAGE_SIZE, limit: PAGE_SIZE } }
}

/** A page of a list, and below it how many there are of all and how to see the next ones. `nothing` is said of an empty list. */
export function showPage(given: {
  /** The command that shows it. */
  name: string
  page: ListPage
  total: number
  lines: readonly string[]
  nothing: string
}): string {
  const { name, page, total, lines, nothing } = given
  if (total === 0) return nothing
  const pages = Math.ceil(total / PAGE_SIZE)
  if (lines.length === 0) return `There are ${pages} pages only.`
  const number = page.offset / PAGE_SIZE + 1
  const which = `${page.offset + 1} to ${page.offset + lines.length} of ${total}`
  const next = number < pages ? `; the next ones: ${name} page ${number + 1}` : ''
  return [...lines, which + next].join('\n')
}
