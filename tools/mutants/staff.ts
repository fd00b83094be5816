import type { Mutant } from './mutant.ts'

/** Bugs of what staff may do, and of the second factor that they give. */
export const staffMutants: readonly Mutant[] = [
  {
    name: 'any of the staff may make any call',
    file: 'platform/http/pipeline.ts',
    find: 'if (!mayCall(call, found.agent.roles))',
    replace: 'if (false as boolean)',
    tests: ['modules/staff/staff'],
  },
  {
    name: 'an owner gives roles that he lacks',
    file: 'modules/staff/staff.ts',
    find: '!before.includes(role) && !own.includes(role)',
    replace: '!before.includes(role) && !ROLES.includes(role)',
    tests: ['modules/staff/staff'],
  },
  {
    name: 'the last owner is locked out',
    file: 'modules/staff/staff.ts',
    find: 'if (isLast && !staysOwner)',
    replace: 'if (isLast && staysOwner)',
    tests: ['modules/staff/staff'],
  },
  {
    name: 'who is no owner any more still takes roles',
    file: 'modules/staff/staff.ts',
    find: "if (byAgentId !== null && !owners.includes(byAgentId)) refuse('FORBIDDEN')",
    replace: '',
    tests: ['modules/staff/staff'],
  },
  {
    name: 'a code is fresh for ever',
    file: 'platform/http/pipeline.ts',
    find: 'clock.now() >= found.agent.freshUntil',
    replace: 'clock.now() < new Date(0)',
    tests: ['modules/staff/step-up'],
  },
  {
    name: 'a code is given anew twice',
    file: 'modules/staff/step-up.ts',
    find: 'step === null || step <= agent.totpLastStep',
    replace: 'step === null',
    tests: ['modules/staff/step-up'],
  },
  {
    name: 'deeds keep whole phone and account numbers of a reason',
    file: 'modules/deeds/deeds.store.ts',
    find: 'reason && maskNumbers(reason)',
    replace: 'reason',
    tests: ['modules/deeds/deeds'],
  },
  {
    name: 'the audit ends well although a deed was changed',
    file: 'ledger/audit.ts',
    find: 'problemsOf({ books, deeds }) === 0 ? 0 : 1',
    replace: 'ok ? 0 : 1',
    tests: ['modules/deeds/deeds'],
  },
  {
    name: 'all of the staff read what everybody did',
    file: 'modules/backoffice/log/audit-log.ts',
    find: 'actor: readsAll ? actor : own',
    replace: 'actor: readsAll || actor === null ? actor : own',
    tests: ['modules/backoffice/log/audit-log'],
  },
]
