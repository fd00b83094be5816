import type { DeskReply } from '@krapao/contract'

/** The replies that hold all words of a search in their title or in one of their languages, in their order. */
export function findReplies(replies: readonly DeskReply[], search: string): DeskReply[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return replies.filter(({ title, th, lo, en }) => {
    const all = `${title}\n${th}\n${lo}\n${en}`.toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}
