// Looks at every screen and sheet as somebody does who sees little, hears it read or has large fingers: axe, enough
// contrast in both themes, whole text and controls for fingers on a phone, on a small one and with text at 200 %.
import { type Language, languages } from './browser.ts'
import { inPlaces } from './places.ts'
import { problemsOfScene } from './scene-check.ts'
import { scenes } from './scenes.ts'
import { deskScenes } from './scenes-desk.ts'
import { deskBooksScenes } from './scenes-desk-books.ts'
import { deskContentScenes } from './scenes-desk-content.ts'
import { deskProposalScenes } from './scenes-desk-proposals.ts'
import { deskWorkScenes } from './scenes-desk-work.ts'

const words = process.argv.slice(2)
const only = words.filter((one) => !languages.includes(one as Language))
const spoken = languages.filter((one) => words.includes(one))
const all = [
  ...scenes,
  ...deskScenes,
  ...deskWorkScenes,
  ...deskProposalScenes,
  ...deskBooksScenes,
  ...deskContentScenes,
]
const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((word) => name.includes(word)))

let problems = 0
let looked = 0
await inPlaces(spoken.length === 0 ? languages : spoken, async (place, language) => {
  for (const scene of chosen) {
    const found = await problemsOfScene({ ...place, language }, scene)
    looked += 1
    problems += found.length
    for (const problem of found) process.stdout.write(`${scene.name}, ${language}: ${problem}\n`)
  }
})
process.stdout.write(`${looked} scenes, ${problems} problems\n`)
process.exitCode = problems === 0 && looked > 0 ? 0 : 1
