import type { Mutant } from './mutant.ts'

/** Bugs of the rules that server and apps share. */
export const contractMutants: readonly Mutant[] = [
  {
    name: 'a bonus is rounded up',
    file: 'rules/bonus-terms.ts',
    find: "mulDiv(depositMinor, percentHundredths, 10_000, 'floor')",
    replace: "mulDiv(depositMinor, percentHundredths, 10_000, 'ceil')",
    tests: ['rules/bonus-terms'],
  },
  {
    name: 'a bonus is not capped',
    file: 'rules/bonus-terms.ts',
    find: 'capMinor === null ? wholeMinor : Math.min(wholeMinor, capMinor)',
    replace: 'wholeMinor',
    tests: ['rules/bonus-terms'],
  },
  {
    name: 'the amount from which a bonus is won is rounded down',
    file: 'rules/bonus-terms.ts',
    find: "mulDiv(baseMinor, percentSuccess, 100, 'ceil')",
    replace: "mulDiv(baseMinor, percentSuccess, 100, 'floor')",
    tests: ['rules/bonus-terms'],
  },
  {
    name: 'a bonus is not lost below one baht',
    file: 'rules/bonus-terms.ts',
    find: "Math.max(mulDiv(baseMinor, percentFail, 100, 'ceil'), FAIL_LEAST_MINOR)",
    replace: "mulDiv(baseMinor, percentFail, 100, 'ceil')",
    tests: ['rules/bonus-terms'],
  },
]
