import { MINUTE_MS } from '../../platform/durations.ts'
import { calls } from '@krapao/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { createFakeClock } from '../../testing/clock.ts'
import { searchSeed as seed } from '../../testing/search.ts'
import { registeredMember } from '../../testing/worlds/stories.ts'
import { heard, newPlayTime, type PlayTime, SILENCE_MS } from './play-time.rules.ts'

let app: TestApp
beforeAll(async () => {
  // 12:00 in Bangkok.
  app = await startTestApp({ clock: createFakeClock('2026-11-21T05:00:00Z') })
})
afterAll(() => app.close())

/** So many minutes go by, each of these pages saying twice a minute that it is looked at. */
async function use(tokens: readonly string[], minutes: number) {
  let last
  for (let half = 0; half < minutes * 2; half += 1) {
    app.clock.advance(MINUTE_MS / 2)
    for (const token of tokens) last = await app.ok(calls.protectionUse, { token })
  }
  return last
}

it('[PPR-008] two tabs and two devices count as one, silence counts as nothing, and the check is answered once for all', async () => {
  const { token, phone, password } = await registeredMember(app)
  const other = (await app.ok(calls.login, { body: { username: phone, password } })).token
  await app.ok(calls.protectionTime, { token, body: { limitMinutes: null, checkMinutes: 15 } })
  await app.ok(calls.protectionUse, { token })
  const since = app.clock.now().toISOString()
  expect(await use([token, token, other], 14)).toMatchObject({ usedMinutes: 14, check: null })
  expect(await use([other], 1)).toMatchObject({
    usedMinutes: 15,
    check: { minutes: 15, since, deposits: 0, withdrawals: 0, results: 0 },
  })
  // It stands on each page until one of them has answered it.
  expect((await app.ok(calls.protectionUse, { token })).check).not.toBeNull()
  expect((await app.ok(calls.protectionContinue, { token })).check).toBeNull()
  expect((await app.ok(calls.protectionUse, { token: other })).check).toBeNull()
  app.clock.advance(20 * MINUTE_MS)
  expect(await app.ok(calls.protectionUse, { token })).toMatchObject({ usedMinutes: 15, check: null })
})

it('[PPR-008] a lower limit of the day holds at once, a higher one after 24 hours, and each day begins anew', async () => {
  const { token } = await registeredMember(app)
  const set = (limitMinutes: number | null) =>
    app.ok(calls.protectionTime, { token, body: { limitMinutes, checkMinutes: 60 } })
  await set(30)
  await app.ok(calls.protectionUse, { token })
  expect(await use([token], 16)).toMatchObject({ usedMinutes: 16, isUsedUp: false })
  expect(await set(15)).toMatchObject({ limitMinutes: 15, isUsedUp: true, next: null })
  const from = new Date(app.clock.now().getTime() + 24 * 60 * MINUTE_MS).toISOString()
  expect(await set(null)).toMatchObject({ limitMinutes: 15, next: { minutes: null, from } })
  // Who chooses how often he is reminded has said nothing of the limit that waits.
  const reminded = await app.ok(calls.protectionTime, { token, body: { checkMinutes: 30 } })
  expect(reminded).toMatchObject({ limitMinutes: 15, next: { minutes: null, from }, checkMinutes: 30 })
  // Tomorrow there is time again, and the limit still holds.
  app.clock.advance(12 * 60 * MINUTE_MS)
  expect(await app.ok(calls.protectionUse, { token })).toMatchObject({
    usedMinutes: 0,
    limitMinutes: 15,
    isUsedUp: false,
  })
  app.clock.advance(12 * 60 * MINUTE_MS)
  expect(await app.ok(calls.protectionUse, { token })).toMatchObject({ limitMinutes: null, next: null })
  for (const body of [
    { limitMinutes: 14, checkMinutes: 60 },
    { limitMinutes: 1441, checkMinutes: 60 },
    { limitMinutes: null, checkMinutes: 45 },
  ]) {
    expect((await app.call(calls.protectionTime, { token, rawBody: body })).status).toBe(422)
  }
})

it('[PPR-008] how often a check comes, or that none does, is the operator’s to say for who chose nothing himself, and for nobody else', async () => {
  const { token } = await registeredMember(app)
  const chooser = (await registeredMember(app)).token
  const set = (body: object) => app.call(calls.protectionTime, { token: chooser, rawBody: body })
  const told = async (of: string) => [
    (await app.ok(calls.protection, { token: of })).realityCheckMinutes,
    (await app.ok(calls.protectionUse, { token: of })).checkMinutes,
  ]
  // A limit of the day chooses no check.
  expect((await set({ limitMinutes: 600 })).body.checkMinutes).toBe(60)
  await app.command('settings', 'set', 'realityCheckMinutes', '30')
  expect(await told(token)).toEqual([30, 30])
  expect(await told(chooser)).toEqual([30, 30])
  await set({ limitMinutes: 600, checkMinutes: 15 })
  for (const checkMinutes of [null, 0]) expect((await set({ limitMinutes: 600, checkMinutes })).status).not.toBe(200)
  await app.command('settings', 'set', 'realityCheckMinutes', 'null')
  expect(await told(token)).toEqual([null, null])
  expect(await told(chooser)).toEqual([15, 15])
  expect(await use([token, chooser], 61)).toMatchObject({ check: { minutes: 61 } })
  expect(await app.ok(calls.protectionUse, { token })).toMatchObject({ usedMinutes: 61, check: null })
  await app.command('settings', 'set', 'realityCheckMinutes', '60')
  expect((await app.ok(calls.protectionUse, { token })).check).toMatchObject({ minutes: 61 })
  await expect(app.command('settings', 'set', 'realityCheckMinutes', '45')).rejects.toThrow('realityCheckMinutes')
})

it('[PPR-008] however many pages speak, time passes once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3 * SILENCE_MS }), { maxLength: 60 }), (pauses) => {
      let now = Date.parse('2026-11-21T05:00:00Z')
      let [one, two]: PlayTime[] = [heard(newPlayTime, new Date(now)), heard(newPlayTime, new Date(now))]
      let countedMs = 0
      for (const pauseMs of pauses) {
        now += pauseMs
        countedMs += pauseMs <= SILENCE_MS ? pauseMs : 0
        one = heard(one ?? newPlayTime, new Date(now))
        // A second page says the same at the same moment.
        two = heard(heard(two ?? newPlayTime, new Date(now)), new Date(now))
      }
      expect(one?.usedMs).toBe(countedMs)
      expect(two?.usedMs).toBe(countedMs)
    }),
    { seed },
  )
})
