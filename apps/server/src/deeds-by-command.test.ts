import { describe, expect, it } from 'vitest'
import type { Command } from './platform/commands/index.ts'
import { commandDoings } from './testing/deeds/by-command.ts'
import { openDeedsWorld } from './testing/deeds/deeds-world.ts'

const { app, world, leavesOneDeed } = await openDeedsWorld()
const commands = await commandDoings(world)

/** What a command is called, with each of the actions by which it decides. */
function namesOf({ name, usage }: Command): string[] {
  const actions = /^list .*? \| show ID \| (\S+) ID/.exec(usage)?.[1]?.split('|')
  return actions === undefined ? [name] : ['list', 'show', ...actions].map((one) => `${name} ${one}`)
}

const written = Object.entries(commands).flatMap(([name, prepare]) =>
  typeof prepare === 'function' ? [[name, prepare] as const] : [],
)

describe('what is done at the command line', () => {
  it('[OFC-009] is all listed here: each command reads, or leaves a deed', () => {
    expect(Object.keys(commands).toSorted()).toEqual(app.app().commands.flatMap(namesOf).toSorted())
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
