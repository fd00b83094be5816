import type { DecisionKindName } from '@krapao/contract'
import { refuse } from '../../../platform/errors.ts'
import { type DecisionKind, type DecisionReading, decisionSubject } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'

/** Kinds of what waits, each once: of what several modules have under one name one kind is made. */
export function mergedKinds(kinds: readonly DecisionKind[]): DecisionKind[] {
  return [...Map.groupBy(kinds, ({ kind }) => kind).values()].map(merged)
}

function merged(sources: DecisionKind[]): DecisionKind {
  const [first, ...others] = sources
  if (first === undefined) throw new Error('no kind is made of nothing')
  return others.reduce(both, first)
}

/** Ids are unique over all, so that one of the two knows what is read or decided. */
function both(one: DecisionKind, other: DecisionKind): DecisionKind {
  return {
    kind: one.kind,
    waiting: `${one.waiting} union all ${other.waiting}`,
    list: async (sql, ids) => (await Promise.all([one.list(sql, ids), other.list(sql, ids)])).flat(),
    read: async (id) => (await one.read(id)) ?? other.read(id),
    act: async (deed) => ((await one.read(deed.id)) === null ? other : one).act(deed),
  }
}

/** Which one. */
export interface DecisionNamed {
  kind: DecisionKindName
  id: string
}

export function kindOf({ decisionKinds }: BackofficeParts, name: DecisionKindName): DecisionKind {
  return decisionKinds.find(({ kind }) => kind === name) ?? refuse('NO_DATA')
}

/** One of them as it is now, of its kind, and what deeds about it are about. */
export interface DecisionRead {
  one: DecisionKind
  reading: DecisionReading
  subjects: readonly string[]
}

/** Null where there is none. */
export async function readingOf(parts: BackofficeParts, { kind, id }: DecisionNamed): Promise<DecisionRead | null> {
  const one = kindOf(parts, kind)
  const reading = await one.read(id)
  return reading && { one, reading, subjects: [decisionSubject(kind, id), ...(reading.deedsOn ?? [])] }
}

/** Refuses with NO_DATA where there is none. */
export async function requireReading(parts: BackofficeParts, named: DecisionNamed): Promise<DecisionRead> {
  return (await readingOf(parts, named)) ?? refuse('NO_DATA')
}
