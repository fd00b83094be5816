import { SECURITY_NEWS } from '@krapao/contract'
import { expect, it } from 'vitest'
import texts from './member-texts.json'

it('all that is told of how a member logs in has its words in the timeline, in three languages', () => {
  // A new device is a login, which the timeline has words for.
  const changes = SECURITY_NEWS.filter((what) => what !== 'new-device').map((what) => `change.${what}`)
  const table: Record<string, Record<string, string>> = texts
  for (const id of changes) expect([id, Object.keys(table[id] ?? {})]).toEqual([id, ['th', 'lo', 'en']])
})
