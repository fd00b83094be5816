import { describe, expect, it } from 'vitest'
import { createGate } from './gate.ts'

const without = { depositAccounts: () => Promise.resolve({ banks: [] }) } as never
const withOne = { depositAccounts: () => Promise.resolve({ banks: [{}] }) } as never

describe('the gate of what takes money in', () => {
  it.each([
    ['qr', 'NO_BANK'],
    ['slip', 'SLIP_CLOSED'],
  ] as const)('is shut for %s where real money would go to no account', async (action, code) => {
    const gate = createGate({ operator: without, needsDepositAccount: true })
    await expect(gate('member', action)).rejects.toMatchObject({ code })
  })

  it('is open for what needs no account, for who has one, and where nothing is real', async () => {
    const strict = createGate({ operator: without, needsDepositAccount: true })
    for (const action of ['gift', 'transfer-in', 'arm-bonus'] as const) {
      expect(await strict('member', action)).toBeUndefined()
    }
    expect(await createGate({ operator: withOne, needsDepositAccount: true })('member', 'qr')).toBeUndefined()
    expect(await createGate({ operator: without })('member', 'qr')).toBeUndefined()
  })
})
