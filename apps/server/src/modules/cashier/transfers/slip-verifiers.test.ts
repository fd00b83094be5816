import { expect, it } from 'vitest'
import { accountHoldersOf } from './account-proof.ts'
import type { BankTransfer } from '../providers/bank-words.ts'
import { createNoBank } from '../providers/http-bank.ts'
import type { SlipVerifier } from '../providers/slip-verifier.ts'
import { slipVerifierOf } from './slip-verifiers.ts'

// Who of several is asked about a slip, and about the holder of an account.

const KNOWN = 'KNOWN'
const asked: string[] = []
function verifier(name: string, more: Partial<SlipVerifier> = {}): SlipVerifier {
  return {
    transferOf: async (sendingBank, transRef) => {
      asked.push(`${name} ${sendingBank}`)
      if (transRef !== KNOWN) return name === 'scb' ? { kind: 'unknown', why: '' } : { kind: 'not-found' }
      return { kind: 'found', transfer: {} as BankTransfer }
    },
    ...more,
  }
}

function partiesOf(slips: string[]) {
  const named = new Map([
    ['scb', { slipVerifier: verifier('scb', { sendingBanks: ['014'] }) }],
    ['slips', { slipVerifier: verifier('slips') }],
  ])
  const holders = { accountHolder: async () => ({ kind: 'found' as const, names: ['SOMCHAI JAIDEE'] }) }
  return { bank: { ...createNoBank(), ...verifier('bank', holders) }, connectors: { named, payouts: ['bank'], slips } }
}

it('[CNX-009] a slip is asked about at each that may know it until one does, and is unknown to all before it is to nobody', async () => {
  const one = slipVerifierOf(partiesOf(['scb', 'slips']))
  expect(await one.transferOf('014', 'A')).toEqual({ kind: 'unknown', why: '' })
  expect(await one.transferOf('004', 'B')).toEqual({ kind: 'not-found' })
  expect(asked.splice(0)).toEqual(['scb 014', 'slips 014', 'slips 004'])
  expect(await one.transferOf('014', KNOWN)).toMatchObject({ kind: 'found' })
  expect(asked.splice(0)).toEqual(['scb 014'])
  expect(await slipVerifierOf(partiesOf(['scb'])).transferOf('004', 'C')).toMatchObject({ kind: 'unknown' })
  expect(asked).toEqual([])
})

it('[CNX-009] the holder of an account is asked of whom KRAPAO_SLIPS names, and of nobody else', async () => {
  const account = { bankCode: 'SCB', bankAccountNo: '1234567890', bankAccountName: 'SOMCHAI JAIDEE' }
  expect(accountHoldersOf(partiesOf(['scb', 'slips']))).toBeNull()
  expect(await accountHoldersOf(partiesOf(['slips', 'bank']))?.(account)).toBe('agrees')
})
