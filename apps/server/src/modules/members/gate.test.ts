import { describe, expect, it } from 'vitest'
import { requireGate } from './gate.ts'

const without = { depositAccounts: () => Promise.resolve({ banks: [] }) } as never
const withOne = { depositAccounts: () => Promise.resolve({ banks: [{}] }) } as never

describe('the gate of what takes money in', () => {
  it.each([
    ['qr', 'NO_BANK'],
    ['slip', 'SLIP_CLOSED'],
  ] as const)('is shut for %s where real money would go to no account', async (action, code) => {
    await expect(requireGate({ operator: without, needsDepositAccount: true }, action)).rejects.toMatchObject({ code })
  })

  it('is open for what needs no account, for who has one, and where nothing is real', async () => {
    for (const action of ['gift', 'transfer-in', 'arm-bonus'] as const) {
      expect(await requireGate({ operator: without, needsDepositAccount: true }, action)).toBeUndefined()
    }
    expect(await requireGate({ operator: withOne, needsDepositAccount: true }, 'qr')).toBeUndefined()
    expect(await requireGate({ operator: without, needsDepositAccount: false }, 'qr')).toBeUndefined()
  })
})
