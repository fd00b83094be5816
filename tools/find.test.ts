import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { root } from './processes.ts'

function find(words: string): string {
  return execFileSync(process.execPath, ['tools/find.ts', ...words.split(' ')], { cwd: root, encoding: 'utf8' })
}

describe('a stranger finds, by one command each', () => {
  it.each([
    ['what a button does, by its words', 'Receive refund', ['features/refund/refund-money.tsx', '/api/refund/receive']],
    ['the same, in Thai', 'รับเงินคืน', ['features/refund/refund-money.tsx']],
    [
      'who answers a call, and what proves it',
      '/api/wallet/withdraw',
      ['The call walletWithdraw', 'cashier/cashier.routes.ts', 'withdraw.test.ts'],
    ],
    ['why something was refused', 'WITHDRAW_LIMIT', ['429', 'cashier/withdraw.ts', 'withdraw.browser.test.tsx']],
    ['a behaviour, by a question', 'how are wrong codes of a phone counted', ['members/otp.rules.ts']],
    ['another, in other forms of the words', 'proxy addresses believed', ['apps/server/src/config.ts']],
    ['a requirement and its proofs', 'OTP-003', ['docs/requirements.tsv', 'e2e/front.spec.ts']],
  ])('%s', (_, words, places) => {
    const told = find(words)
    for (const place of places) expect(told).toContain(place)
  })
})

it('says when there is nothing', () => {
  // In parts, or this file itself would hold them.
  expect(() => find(['quag', 'ga zeb', 'ra'].join(''))).toThrow(/Command failed/)
})
