// Looks at every screen and sheet as somebody does who sees little, hears it read or has large fingers: axe, enough
// contrast in both themes, whole text and controls for fingers on a phone, on a small one and with text at 200 %.
import { inPlaces } from './places.ts'
import { problemsOfScene } from './scene-check.ts'
import { askedFor } from './scenes-named.ts'

const { spoken, chosen } = askedFor(process.argv.slice(2))

let problems = 0
let looked = 0
await inPlaces(spoken, async (place, language) => {
  for (const scene of chosen) {
    const found = await problemsOfScene({ ...place, language }, scene)
    looked += 1
    problems += found.length
    for (const problem of found) process.stdout.write(`${scene.name}, ${language}: ${problem}\n`)
  }
})
process.stdout.write(`${looked} scenes, ${problems} problems\n`)
process.exitCode = problems === 0 && looked > 0 ? 0 : 1
