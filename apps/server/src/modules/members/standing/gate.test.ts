import { describe, expect, it } from 'vitest'
import type { GateAction, GateWish, Standing } from '../members.types.ts'
import { requireGate } from './gate.ts'

const now = new Date('2026-11-24T12:00:00.000Z')
const free: Standing = {
  bonusState: null,
  bonusId: null,
  version: 0,
  excludedAs: null,
  excludedUntil: null,
  hasLimits: false,
}
const wish = (action: GateAction, standing: Partial<Standing> = {}): GateWish => ({
  memberId: 'm',
  action,
  standing: { ...free, ...standing },
  amountMinor: 0,
})
const parts = (banks: object[], needsDepositAccount = true) =>
  ({
    operator: { hasDepositBank: () => Promise.resolve(banks.length > 0) },
    needsDepositAccount,
    clock: { now: () => now },
    limits: () => ({ require: () => Promise.reject(new Error('limits were asked for')) }),
  }) as never
const sql = {} as never
const ways: GateAction[] = ['qr', 'gift', 'transfer-in', 'launch', 'game-account', 'arm-bonus', 'reward']

describe('the gate of the ways in', () => {
  it('is shut for slips where real money would have gone to no account', async () => {
    await expect(requireGate(parts([]), sql, wish('slip'))).rejects.toMatchObject({ code: 'SLIP_CLOSED' })
  })

  it('is open for what needs no account, for who has one, and where nothing is real', async () => {
    for (const action of ['qr', 'gift', 'transfer-in', 'arm-bonus'] as const) {
      expect(await requireGate(parts([]), sql, wish(action))).toEqual([])
    }
    expect(await requireGate(parts([{}]), sql, wish('slip'))).toEqual([])
    expect(await requireGate(parts([], false), sql, wish('slip'))).toEqual([])
  })

  const [later, before] = [new Date(now.getTime() + 1), new Date(now.getTime() - 1)]
  it.each([
    [{ excludedAs: 'cool-off', excludedUntil: later }, true],
    [{ excludedAs: 'cool-off', excludedUntil: now }, false],
    [{ excludedAs: 'self-exclusion', excludedUntil: later }, true],
    [{ excludedAs: 'self-exclusion', excludedUntil: before }, true],
    [{ excludedAs: 'self-exclusion', excludedUntil: null }, true],
  ] as const)('is shut for %j: %s, but for slips of money that was sent', async (standing, isShut) => {
    for (const action of ways) {
      const asked = requireGate(parts([{}]), sql, wish(action, standing))
      if (!isShut) expect(await asked).toEqual([])
      else {
        const until = standing.excludedUntil?.toISOString() ?? null
        await expect(asked).rejects.toMatchObject({ code: 'EXCLUDED', status: 403, details: { until } })
      }
    }
    expect(await requireGate(parts([{}]), sql, wish('slip', standing))).toEqual([])
  })

  it('asks about limits whoever has some, and nobody else', async () => {
    for (const action of ways) {
      await expect(requireGate(parts([{}]), sql, wish(action, { hasLimits: true }))).rejects.toThrow(
        'limits were asked',
      )
    }
  })
})
