import table from './texts/actor-texts.json' with { type: 'json' }
import type { Texts, Words } from './texts/texts.ts'

const known: Readonly<Record<string, Words | undefined>> = table

/** Who did something: one of the staff by his name, a party, somebody at the command line, or the system by itself. */
export function actorText(
  actor: string | null,
  { language }: Pick<Texts, 'language'>,
  agent: { name: string } | null = null,
) {
  if (agent !== null) return agent.name
  const kind = actor?.startsWith('cli:') === true ? 'cli' : (actor ?? 'system')
  return known[kind]?.[language] ?? kind
}
