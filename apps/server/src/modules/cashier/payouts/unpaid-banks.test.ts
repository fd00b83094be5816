import { expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app.ts'
import { until } from '../../../testing/until.ts'
import type { PayoutSender } from '../providers/payout-sender.ts'

const silent = { kind: 'unknown', why: 'it was not asked' } as const
const sender = (banksWithout: PayoutSender['banksWithout']) => ({
  payoutSender: {
    currencies: ['BAHT'] as const,
    payOut: () => Promise.resolve(silent),
    payout: () => Promise.resolve(silent),
    ...(banksWithout && { banksWithout }),
  },
})

it('[CNX-008] at its start the server says once of which banks a party that pays out has no channel, and waits for no answer', async () => {
  const asked: string[][] = []
  const named = new Map([
    [
      'partly',
      sender(async (banks) => (asked.push([...banks]), banks.filter((code) => ['KBANK', 'SCB'].includes(code)))),
    ],
    ['whole', sender(() => Promise.resolve([]))],
    ['mute', sender(() => Promise.resolve(null))],
    ['broken', sender(() => Promise.reject(new Error('it broke')))],
    ['slow', sender(() => new Promise(() => {}))],
    ['plain', sender(undefined)],
    ['idle', sender(() => Promise.resolve(['SCB']))],
  ])
  const payouts = [...named.keys()].filter((name) => name !== 'idle')
  const app = await startTestApp({ tuning: { parties: { connectors: { named, payouts, slips: ['bank'] } } } })
  try {
    const told = () =>
      app.lines
        .filter(({ msg }) => /channel/.test(String(msg)))
        .map(({ party, banks, level }) => ({ party, banks, level }))
    await app.app().start(0)
    await until('what was told is in the log', async () => told().length >= 3)
    expect(told()).toEqual(
      expect.arrayContaining([
        { party: 'partly', banks: expect.arrayContaining(['KBANK', 'SCB']), level: 'warn' },
        { party: 'mute', banks: undefined, level: 'warn' },
        { party: 'broken', banks: undefined, level: 'warn' },
      ]),
    )
    expect(told()).toHaveLength(3)
    const thai = (await app.app().operator.banks()).filter(({ currency }) => currency === 'BAHT')
    expect(asked).toEqual([thai.map(({ code }) => code)])
  } finally {
    await app.close()
  }
})
