import { type GameProvider, NOBODY } from '../modules/games/index.ts'
import { type Command, CommandError } from '../platform/commands/index.ts'
import type { PartyCheck, PartyWatch } from '../platform/parties/index.ts'

const GAME = 'game:'

/** What an operator finds out about the outside parties from the command line; nothing is sent, booked or moved by it. */
export function partyCommands(terms: {
  /** Questions that move nothing, by the names of the parties. */
  checks: ReadonlyMap<string, () => Promise<PartyCheck>>
  /** The provider of a game by its code. */
  providerOf(code: string): GameProvider | Promise<GameProvider>
  watch: Pick<PartyWatch, 'health'>
}): Command[] {
  const { checks, providerOf, watch } = terms

  async function check(name: string): Promise<PartyCheck> {
    if (name.startsWith(GAME)) return checkGame(await providerOf(name.slice(GAME.length).toUpperCase()))
    const own = checks.get(name)
    if (own) return own()
    const known = [...checks.keys()].toSorted().join(', ')
    throw new CommandError(`There is no party "${name}". There are: ${known}, and ${GAME}CODE for a game's provider.`)
  }

  return [
    {
      name: 'party check',
      usage: 'NAME - whether a party is there and lets us in; it moves nothing',
      async run([name]) {
        if (name === undefined) throw new CommandError('Say which: party check NAME.')
        const found = await check(name)
        const text = `${name}: ${checkInWords(found)}`
        return { text, exitCode: found.kind === 'right' ? 0 : 1 }
      },
    },
    {
      name: 'party list',
      usage: '- how each outside party has answered in the last 15 minutes',
      async run() {
        const rows = (await watch.health()).map(({ party, state, calls, failures }) => {
          return `${party}  ${state}  ${calls} calls, ${failures} failed`
        })
        const asked = [...checks.keys()].toSorted().join(', ')
        return [...rows, `To be checked: ${asked}, and ${GAME}CODE for a game's provider.`].join('\n')
      },
    },
  ]
}

function checkInWords(found: PartyCheck): string {
  switch (found.kind) {
    case 'right':
      return `right: ${found.told}.`
    case 'refused':
      return `it does not let us in (${found.why}): the key, or its list of our addresses.`
    case 'unfit':
      return `it lets us in, and has not what the settings name (${found.why}).`
    case 'unclear':
      return `something answered that does not speak as it should (${found.why}): the address.`
    case 'unreached':
      return `no answer (${found.why}).`
  }
}

/** Asks for a player that there is not: who says so has read what we signed. */
async function checkGame(provider: GameProvider): Promise<PartyCheck> {
  if (provider.check) return provider.check()
  const reading = await provider.read(NOBODY)
  return reading === null
    ? { kind: 'unclear', why: 'no answer about a player, or none that can be understood' }
    : { kind: 'right', told: 'it answers about players' }
}
