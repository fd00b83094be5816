import type { Mutant } from './mutant.ts'

/** Bugs of what releases withdrawals without a person. */
export const releaseMutants: readonly Mutant[] = [
  {
    name: 'the member of an open case is paid at once',
    file: 'modules/cashier/withdrawals/release.rules.ts',
    find: "  ['hasOpenCase', 'OPEN_CASE'],\n",
    replace: '',
    tests: ['modules/cashier/withdrawals/release.rules'],
  },
  {
    name: 'the greatest amount that is paid at once waits',
    file: 'modules/cashier/withdrawals/release.rules.ts',
    find: 'facts.amountMinor > rules.autoMaxMinor',
    replace: 'facts.amountMinor >= rules.autoMaxMinor',
    tests: ['modules/cashier/withdrawals/release.rules'],
  },
  {
    name: 'a changed account waits a moment too long',
    file: 'modules/cashier/withdrawals/release.rules.ts',
    find: 'sinceChangeMs < rules.payeeUnchangedHours * HOUR_MS',
    replace: 'sinceChangeMs <= rules.payeeUnchangedHours * HOUR_MS',
    tests: ['modules/cashier/withdrawals/release.rules'],
  },
  {
    name: 'the day of a member is not looked at when a withdrawal is released',
    file: 'modules/cashier/withdrawals/release.ts',
    find: 'dayMinor: dayBeforeMinor + amountMinor',
    replace: 'dayMinor: amountMinor',
    tests: ['modules/cashier/withdrawals/release'],
  },
  {
    name: 'a withdrawal is not judged again before it is sent',
    file: 'modules/cashier/payouts/payouts.ts',
    find: 'row.approved ? null : await judgeBeforeSending(parts, row)',
    replace: 'null as Awaited<ReturnType<typeof judgeBeforeSending>>',
    tests: ['modules/cashier/withdrawals/release'],
  },
  {
    name: 'a member is paid after a restore though a game of his has not answered',
    file: 'modules/cashier/withdrawals/release.ts',
    find: 'const isRead = isOpen || (await parts.games.compareRestored(memberId))',
    replace: 'const isRead = isOpen || (await parts.games.compareRestored(memberId)) || true',
    tests: ['modules/cashier/restored'],
  },
  {
    name: 'a change of the rules holds for what was asked for before it',
    file: 'modules/cashier/withdrawals/release.ts',
    find: 'if (number === null) return rulesInForce(parts)',
    replace: 'if (number !== -1) return rulesInForce(parts)',
    tests: ['modules/cashier/withdrawals/release'],
  },
]
