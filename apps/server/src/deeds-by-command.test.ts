import { describe, expect, it } from 'vitest'
import type { Command } from './platform/commands/index.ts'
import { commandDoings } from './testing/deeds/by-command.ts'
import { openDeedsWorld, sorted } from './testing/deeds/deeds-world.ts'

const { app, world, newDeedsBy, leavesOneDeed } = await openDeedsWorld()
const commands = await commandDoings(world)

/** What a command is called, with each of the actions by which it decides; one stands for those of every kind. */
function namesOf({ name, usage }: Command): string[] {
  const actions = /^list .*? \| show ID \| (\S+) ID/.exec(usage)?.[1]?.split('|')
  const verbs = actions?.map((one) => (one === 'ACTION' ? 'refuse' : one))
  return verbs === undefined ? [name] : ['list', 'show', ...verbs].map((one) => `${name} ${one}`)
}

const { written, read } = sorted(commands)

describe('what is done at the command line', () => {
  it('[OFC-009] is all listed here: each command reads, or leaves a deed', () => {
    expect(Object.keys(commands).toSorted()).toEqual(app.app().commands.flatMap(namesOf).toSorted())
  })

  it.each(read)('[OFC-009] only reads, and leaves no deed: %s', async (name, prepare) => {
    const words = await prepare()
    const given = () => app.command(...name.split(' '), ...words)
    // No party answers here, which is what a check of one finds.
    const read = name === 'party check' ? () => expect(given()).rejects.toThrow('sms: no answer') : given
    expect(await newDeedsBy('cli:tester', read)).toEqual([])
  })

  it.each(written)(
    '[OFC-009] [OFC-011] [OFC-063] is one deed, told well, in one transaction with what it does: %s',
    async (name, prepare) => {
      const words = await prepare()
      const given = () => app.command(...name.split(' '), ...words)
      const deed = await leavesOneDeed('cli:tester', {
        refused: () => expect(given()).rejects.toThrow('no deeds'),
        done: given,
        // What a try took for itself for a while is free again.
        pauseMs: 30_000,
      })
      expect(deed).toMatchObject({ actor: 'cli:tester', address: null })
    },
  )
})
