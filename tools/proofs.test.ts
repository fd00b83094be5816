import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'
import { idsIn, idsInSources, readByEye, readRows } from './proofs.ts'

it('finds the ids in titles, alone and together', () => {
  expect([...idsIn(['[ABC-001] [DEF-002] does', 'does [ABC-003, ABC-004]', 'ABC-005 [abc-006] [ABC-7]'])]).toEqual([
    'ABC-001',
    'DEF-002',
    'ABC-003',
    'ABC-004',
  ])
})

it('knows no title of a row that does not exist', () => {
  const known = new Set(readRows().map(({ id }) => id))
  // What the test above makes up.
  const made = idsIn(['[ABC-001, ABC-003, ABC-004] [DEF-002]'])
  expect([...idsInSources()].filter((id) => !known.has(id) && !made.has(id))).toEqual([])
})

describe('a row that is seen by eye', () => {
  it.each(readByEye())('$id exists, says what to look at and why, and is claimed by no test', ({ id, see, reason }) => {
    expect(readRows().map((row) => row.id)).toContain(id)
    expect(existsSync(join(root, see))).toBe(true)
    expect(reason.split(' ').length).toBeGreaterThan(5)
    expect(idsInSources()).not.toContain(id)
  })

  it('is a rare one', () => {
    expect(readByEye().length).toBeLessThan(readRows().length / 100)
  })
})
