import { type Command, CommandError } from '../../../platform/commands/index.ts'
import { byCommand, type Facts, writeDeed } from '../../deeds/index.ts'
import { type InviteRule, readInviteRule, writeInviteRule } from '../invites/invite.store.ts'
import { readRefundRule, type RefundRule, writeRefundRule } from '../refunds/refund.store.ts'
import type { RewardsParts } from '../rewards.parts.ts'

const AMOUNT_MAX_MINOR = 100_000_000_00

/** Whole numbers from `least` to `most`. */
function whole(value: string, least: number, most: number): number {
  if (!/^\d{1,12}$/.test(value) || Number(value) < least || Number(value) > most) {
    throw new CommandError(`"${value}" is no whole number from ${least} to ${most}.`)
  }
  return Number(value)
}

/** A percentage of at most two decimals, as hundredths. */
function hundredths(value: string): number {
  const [, units, decimals = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(value) ?? []
  const read = Number(units) * 100 + Number(decimals.padEnd(2, '0'))
  if (!(read <= 10_000)) throw new CommandError(`"${value}" is no percentage of at most two decimals.`)
  return read
}

function yesOrNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new CommandError(`Say yes or no, not "${value}".`)
  return value === 'yes'
}

function success(value: string): number {
  const read = whole(value, 0, 100_000)
  if (read > 0 && read <= 100) throw new CommandError('A success is over 100, or 0 for money without conditions.')
  return read
}

const ofBoth: Record<string, (value: string) => Partial<InviteRule>> = {
  active: (value) => ({ isActive: yesOrNo(value) }),
  percent: (value) => ({ percentHundredths: hundredths(value) }),
  fail: (value) => ({ percentFail: whole(value, 0, 99) }),
  success: (value) => ({ percentSuccess: success(value) }),
}

const ofRefunds: Record<string, (value: string) => Partial<RefundRule>> = {
  ...ofBoth,
  lapseDays: (value) => ({ lapseDays: whole(value, 1, 365) }),
  minimumMinor: (value) => ({ minimumMinor: whole(value, 0, AMOUNT_MAX_MINOR) }),
}

/** Reads words such as `percent=7.5 active=yes`; throws a CommandError that names what may be said. */
function readChanges<Rule>(
  words: readonly string[],
  changes: Record<string, (value: string) => Partial<Rule>>,
): Partial<Rule> {
  const known = Object.keys(changes).join(', ')
  if (words.length === 0) throw new CommandError(`Say what changes, such as percent=5. There are: ${known}.`)
  let changed: Partial<Rule> = {}
  for (const word of words) {
    const [name = '', value] = word.split('=')
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined
    if (change === undefined || value === undefined) {
      throw new CommandError(`"${word}" is no change. There are: ${known}.`)
    }
    changed = { ...changed, ...change(value) }
  }
  return changed
}

function inviteRuleInWords(rule: InviteRule): string {
  const { isActive, percentHundredths, percentFail, percentSuccess } = rule
  const percent = (percentHundredths / 100).toString()
  return `active=${isActive ? 'yes' : 'no'} percent=${percent} fail=${percentFail} success=${percentSuccess}`
}

function describeRefund(rule: RefundRule): string {
  return `${inviteRuleInWords(rule)} lapseDays=${rule.lapseDays} minimumMinor=${rule.minimumMinor}`
}

/** What stands of a rule in a deed. */
function factsOf({ isActive, percentHundredths, percentFail, percentSuccess }: InviteRule): Facts {
  return { active: isActive ? 'on' : 'off', percent: percentHundredths / 100, percentFail, percentSuccess }
}

const factsOfRefund = (rule: RefundRule): Facts => ({
  ...factsOf(rule),
  lapseDays: rule.lapseDays,
  minimumMinor: rule.minimumMinor,
})

const noRefunds: RefundRule = {
  isActive: false,
  percentHundredths: 0,
  minimumMinor: 0,
  lapseDays: 7,
  percentFail: 0,
  percentSuccess: 0,
  info: { th: '', lo: '', en: '' },
}
const noInvites: InviteRule = { isActive: false, percentHundredths: 0, percentFail: 0, percentSuccess: 0 }

/** `refunds show|set` and `invites show|set`: what members get. A change holds from now on; what they hold stays. */
export function rewardRuleCommands({ database, clock }: Pick<RewardsParts, 'database' | 'clock'>): Command[] {
  return [
    {
      name: 'refunds show',
      usage: '- how losses are given back',
      run: async () => describeRefund((await readRefundRule(database, clock.now())) ?? noRefunds),
    },
    {
      name: 'refunds set',
      usage: 'NAME=VALUE … - changes how losses are given back from now on',
      async run(words, actor) {
        const changes = readChanges<RefundRule>(words, ofRefunds)
        const at = clock.now()
        return database.transaction(async (tx) => {
          const before = (await readRefundRule(tx, at)) ?? noRefunds
          const rule = { ...before, ...changes }
          await writeRefundRule(tx, at, rule)
          const facts = { before: factsOfRefund(before), after: factsOfRefund(rule) }
          await writeDeed(tx, { ...byCommand(actor), deed: 'refunds-changed', ...facts, at })
          return describeRefund(rule)
        })
      },
    },
    {
      name: 'invites show',
      usage: '- what inviters get',
      run: async () => inviteRuleInWords((await readInviteRule(database, clock.now())) ?? noInvites),
    },
    {
      name: 'invites set',
      usage: 'NAME=VALUE … - changes what inviters get from now on',
      async run(words, actor) {
        const changes = readChanges<InviteRule>(words, ofBoth)
        const at = clock.now()
        return database.transaction(async (tx) => {
          const before = (await readInviteRule(tx, at)) ?? noInvites
          const rule = { ...before, ...changes }
          await writeInviteRule(tx, at, rule)
          const facts = { before: factsOf(before), after: factsOf(rule) }
          await writeDeed(tx, { ...byCommand(actor), deed: 'invites-changed', ...facts, at })
          return inviteRuleInWords(rule)
        })
      },
    },
  ]
}
