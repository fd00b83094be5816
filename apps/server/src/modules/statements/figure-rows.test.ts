import { expect, it } from 'vitest'
import { activeRows } from './figure-rows.ts'

it('[OFC-052] goes on behind a page of members of whom none is known any more', async () => {
  const createdAt = new Date('2026-11-21T05:00:00Z')
  const known = {
    id: 'c',
    memberNumber: 7,
    name: 'Somchai',
    username: '0812345678',
    state: 'active',
    createdAt,
  } as const
  const parts = {
    database: { query: () => Promise.reject(new Error('nothing is read but cards')) },
    ledger: { flowEntries: () => Promise.resolve([]) },
    members: {
      registered: () => Promise.resolve([]),
      cards: (_sql: unknown, ids: readonly string[]) =>
        Promise.resolve(new Map(ids.filter((id) => id === known.id).map((id) => [id, known]))),
    },
  }
  const names: (string | null)[] = []
  let pages = 0
  for (let behind: Parameters<typeof activeRows>[1]['behind'] = null; ; pages += 1) {
    const page = await activeRows(parts, { behind, limit: 2 }, ['a', 'b', 'c', 'd', 'e'])
    names.push(...page.rows.map((row) => row.name))
    if (page.next === null) break
    behind = page.next
  }
  expect({ names, pages }).toEqual({ names: ['Somchai'], pages: 2 })
})
