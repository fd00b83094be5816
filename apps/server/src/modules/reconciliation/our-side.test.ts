import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { book } from '../../testing/book.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { allEntries } from './our-side.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('what we booked at a bank', () => {
  it('[OFC-056] is held against its statement whole, however much it is and however much of it at one moment', async () => {
    const at = app.clock.now()
    const [from, to] = ['house/bank:KBANK', 'house/suspense']
    const ids = Array.from({ length: 7 }, (_, number) => `many${number}`)
    for (const [number, id] of ids.entries()) {
      if (number % 3 === 0) app.clock.advance(1_000)
      await book(app.app(), { id, from, to, code: 'suspense', amountMinor: 1_00, at: app.clock.now() })
    }
    const range = {
      under: from,
      currency: 'BAHT',
      from: at,
      until: new Date(app.clock.now().getTime() + 1_000),
    } as const
    for (const atOnce of [1, 2, 3, 7, 8]) {
      const all = await allEntries(app.app().ledger, app.database, range, atOnce)
      expect(all.map(({ transfer }) => transfer)).toEqual(ids.toReversed())
    }
  })
})
