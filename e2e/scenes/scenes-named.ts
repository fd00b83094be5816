import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'
import { deskBooksScenes } from './scenes-desk-books.ts'
import { deskContentScenes } from './scenes-desk-content.ts'
import { deskProposalScenes } from './scenes-desk-proposals.ts'
import { deskWorkScenes } from './scenes-desk-work.ts'

/** The scenes of both apps whose name has one of the words in it; all of them where no word is given. */
export function scenesNamed(words: readonly string[]): readonly Scene[] {
  const all = [
    ...scenes,
    ...deskScenes,
    ...deskWorkScenes,
    ...deskProposalScenes,
    ...deskBooksScenes,
    ...deskContentScenes,
  ]
  return words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.includes(word)))
}
