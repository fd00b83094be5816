import type { DecisionKind } from '../deeds/index.ts'

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
    async count(sql) {
      const [first, second] = await Promise.all([one.count(sql), other.count(sql)])
      const oldest = [first, second].flatMap(({ oldestAt }) => oldestAt?.getTime() ?? [])
      const oldestAt = oldest.length === 0 ? null : new Date(Math.min(...oldest))
      return { count: first.count + second.count, oldestAt }
    },
    async list(sql, page) {
      const rows = (await Promise.all([one.list(sql, page), other.list(sql, page)])).flat()
      const inOrder = rows.toSorted((a, b) => a.since.getTime() - b.since.getTime() || (a.id < b.id ? -1 : 1))
      return inOrder.slice(0, page.limit)
    },
    read: async (id) => (await one.read(id)) ?? other.read(id),
    act: async (deed) => ((await one.read(deed.id)) === null ? other : one).act(deed),
  }
}
