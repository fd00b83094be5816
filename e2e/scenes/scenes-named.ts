import { type Language, languages } from '../stage/browser.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'
import { deskBooksScenes } from './scenes-desk-books.ts'
import { deskContentScenes } from './scenes-desk-content.ts'
import { deskProposalScenes } from './scenes-desk-proposals.ts'
import { deskWorkScenes } from './scenes-desk-work.ts'

/** What words ask for: languages, and the scenes of both apps whose name has one of the others in it; all where none is given. */
export function askedFor(words: readonly string[]): { spoken: readonly Language[]; chosen: readonly Scene[] } {
  const spoken = languages.filter((language) => words.includes(language))
  const names = words.filter((word) => !languages.some((language) => language === word))
  const all = [
    ...scenes,
    ...deskScenes,
    ...deskWorkScenes,
    ...deskProposalScenes,
    ...deskBooksScenes,
    ...deskContentScenes,
  ]
  return {
    spoken: spoken.length === 0 ? languages : spoken,
    chosen: names.length === 0 ? all : all.filter(({ name }) => names.some((word) => name.includes(word))),
  }
}
