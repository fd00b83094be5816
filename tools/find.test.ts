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
    [
      'the same of the desk',
      '/api/desk/decisions',
      [
        'decisions/decisions.api.ts',
        'backoffice/decisions/decisions.routes.ts',
        'backoffice/decisions/decisions.test.ts',
      ],
    ],
    ['words of a page of the desk', 'Figures of the day', ['features/recon/recon-texts.json']],
    ['why something was refused', 'WITHDRAW_LIMIT', ['429', 'withdrawals/withdraw.ts', 'withdraw.browser.test.tsx']],
    ['a behaviour, by a question', 'how are wrong codes of a phone counted', ['otp/otp.rules.ts']],
    ['another, in other forms of the words', 'proxy addresses believed', ['apps/server/src/config.ts']],
    ['a requirement and its proofs', 'OTP-003', ['docs/requirements.tsv', 'e2e/http/journey.test.ts']],
  ])('%s', (_, words, places) => {
    const told = find(words)
    for (const place of places) expect(told).toContain(place)
  })
})

it('names the tests of a screen by its text and what they import, the nearest first, and none for a word in passing', () => {
  const proven = find('withdraw').split('is proven by')[1]?.split('\n\n')[0] ?? ''
  const files = proven
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/:.*/, ''))
  expect(files[0]).toContain('features/home/')
  expect(files).not.toContain('apps/server/src/modules/cashier/payouts/payout-races.test.ts')
})

it('tells those first whose words stand nearest to each other', () => {
  const [, , first] = find('wrong codes count by who enters').split('\n')
  expect(first).toContain('Wrong codes count by who enters')
})

// In parts, or this file itself would hold them.
it.each([
  ['quag', 'ga zeb', 'ra'],
  ['/api/no', 'thing'],
  ['NO_SUCH', '_CODE'],
])('says when there is nothing: %s%s', (...parts) => {
  expect(() => find(parts.join(''))).toThrow('Nothing here has or does')
})
