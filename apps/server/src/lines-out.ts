import { addressOf, type NamedParties } from './parties/named-parties.ts'
import type { Line } from './platform/private-lines.ts'

/** The lines on which this process calls others, each with the address at its end. */
export function linesOut(ends: {
  databases: readonly string[]
  redises: readonly string[]
  /** The real parties that speak our words; null where the sandbox plays them. */
  parties: { sms: { url: string } | null; bank: { url: string } | null; giftUrl: string | null } | null
  namedParties: NamedParties
}): [Line, string][] {
  const { databases, redises, parties, namedParties } = ends
  const all: [Line, string | null | undefined][] = [
    ...databases.map((url): [Line, string] => ['database', url]),
    ...redises.map((url): [Line, string] => ['redis', url]),
    ['sms', parties?.sms?.url],
    ['bank', parties?.bank?.url],
    ['gifts', parties?.giftUrl],
    ...[...namedParties.named.values()].map((row): [Line, string | null] => ['parties', addressOf(row)]),
  ]
  return all.flatMap(([line, url]) => (typeof url === 'string' ? [[line, url] as [Line, string]] : []))
}
