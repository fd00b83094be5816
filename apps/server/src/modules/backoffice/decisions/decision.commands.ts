import {
  DECISION_ACTIONS,
  DECISION_KINDS,
  type DecisionAction,
  type DecisionField,
  type DecisionKindName,
} from '@krapao/contract'
import { formatAmount, fromWireAmount, readDecimalText } from '@krapao/money'
import { type Command, CommandError, readPage, requireId, showPage } from '../../../platform/commands/index.ts'
import { AppError, refuse } from '../../../platform/errors.ts'
import { type By, byCommand, type DecisionFacts, type DecisionReading } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import { carryOut } from './decide.ts'
import { type DecisionGiven, requireAction } from './decision-actions.ts'
import { deedsOn, refuseMoved } from './decision-deeds.ts'
import { type DecisionNamed, type DecisionRead, kindOf, readingOf, requireReading } from './decision-kinds.ts'
import { readDecisionMembers } from './read-decision.ts'
import { countQueues, placesInQueue } from './waiting.store.ts'

// What waits for a person, at the command line: the kinds, actions and rules of the desk. Nobody has roles here, and nothing
// is claimed; what takes two is proposed all the same.

interface Queue {
  kinds: readonly DecisionKindName[]
  about: string
}

/** What is listed and decided under which word; the words are of rulings 6.3. */
const QUEUES: Readonly<Record<string, Queue>> = {
  decisions: { kinds: DECISION_KINDS, about: 'all that waits for a person, of every kind' },
  withdrawals: { kinds: ['withdrawal'], about: 'withdrawals that wait for a person, and why' },
  slips: { kinds: ['slip'], about: 'slips that the bank’s word does not decide; one that was refused is credited too' },
  notices: { kinds: ['notice'], about: 'deposits that members say to have made by hand' },
  gifts: {
    kinds: ['gift'],
    about: 'gift links whose end is unknown for an hour; one that was refused is credited too',
  },
  cases: {
    kinds: ['arrival', 'case'],
    about: 'money for nobody we know, and words of banks and games that fit nothing',
  },
  arrivals: { kinds: ['arrival'], about: 'money in suspense, and transfers that were not what they were taken for' },
  transfers: { kinds: ['transfer'], about: 'transfers with games whose outcome is unknown for an hour' },
  readings: { kinds: ['reading'], about: 'balances that games reported and that were not believed' },
  flags: { kinds: ['flag'], about: 'members who may be one person, or play into each other’s hands' },
}

/** `withdrawals list`, `withdrawals show ID`, `withdrawals pay ID`, and so with all else that waits for a person. */
export function decisionCommands(parts: BackofficeParts): Command[] {
  const there = new Set(parts.decisionKinds.map(({ kind }) => kind))
  return Object.entries(QUEUES).map(([name, { kinds: all, about }]) => {
    const kinds = all.filter((kind) => there.has(kind))
    const actions: readonly string[] = [...new Set(kinds.flatMap((kind) => DECISION_ACTIONS[kind]))]
    return {
      name,
      usage: `list [page N] | show ID | ${name === 'decisions' ? 'ACTION' : actions.join('|')} ID [WHAT IT ASKS FOR] - ${about}`,
      run([verb = '', given, ...words], actor) {
        if (verb === 'list') return list(parts, name, kinds, given === undefined ? [] : [given, ...words])
        if (verb !== 'show' && !actions.includes(verb)) {
          throw new CommandError(`Say what: ${['list', 'show', ...actions].join(', ')}.`)
        }
        return inWords(async () => {
          const found = await find(parts, kinds, requireId(given, kinds.join(' or ')))
          return verb === 'show' ? show(parts, found) : act(parts, found, { verb, words, by: byCommand(actor) })
        })
      },
    }
  })
}

async function list(
  parts: BackofficeParts,
  name: string,
  kinds: readonly DecisionKindName[],
  words: readonly string[],
): Promise<string> {
  const { page, rest } = readPage(words)
  if (rest.length > 0) throw new CommandError(`After list stands nothing but a page; ${name} show ID tells of one.`)
  const { database, clock } = parts
  const [asked, now] = [kinds.map((kind) => kindOf(parts, kind)), clock.now()]
  const whole = { now, after: null, part: null, agentId: '' }
  const [counted, places] = await Promise.all([
    countQueues(database, asked, now),
    placesInQueue(database, asked, { ...whole, ...page }),
  ])
  const readings = await Promise.all(places.map(({ kind, id }) => requireReading(parts, { kind, id })))
  const total = counted.reduce((sum, { count }) => sum + count, 0)
  return showPage({ name: `${name} list`, page, total, lines: readings.map(inOneLine), nothing: 'Nothing waits.' })
}

/** What is of this id, of whichever of the kinds; refuses with NO_DATA where nothing is. */
async function find(parts: BackofficeParts, kinds: readonly DecisionKindName[], id: string): Promise<DecisionRead> {
  const read = await Promise.all(kinds.map((kind) => readingOf(parts, { kind, id })))
  return read.find((one) => one !== null) ?? refuse('NO_DATA')
}

/** One of them with all that it is judged by, and what may be done. */
async function show(parts: BackofficeParts, found: DecisionRead): Promise<string> {
  const { one, reading, subjects } = found
  const { evidence, row } = reading
  const deeds = await deedsOn(parts, subjects)
  const members = await membersOf(parts, { kind: one.kind, id: row.id })
  const life = [...(evidence.timeline ?? []), ...deeds].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const lines = [
    ...(evidence.comparison ?? []).map(({ what, told, answered }) => `${what}: told ${told}, answered ${answered}`),
    ...(evidence.money?.steps ?? []).map(({ at, from, to, amount }) => `${at}  ${from} to ${to}  ${amount}`),
    ...life.map(({ at, what, by, facts }) => [at, what, by, ...factsInWords(facts)].filter(Boolean).join('  ')),
    ...members.map(({ memberNo, name }) => `member ${memberNo}  ${name}`),
    ...actionsOf(reading).map(actionInWords),
  ]
  return [inOneLine(found), ...lines.map((line) => `  ${line}`)].join('\n')
}

/** Whom it is about, where that may be more than one: all of them. */
async function membersOf(parts: BackofficeParts, named: DecisionNamed) {
  const found: Awaited<ReturnType<typeof readDecisionMembers>>['rows'] = []
  for (let after: string | null = ''; after !== null;) {
    const { rows, next } = await readDecisionMembers(parts, { ...named, after })
    found.push(...rows)
    after = next
  }
  return found
}

async function act(
  parts: BackofficeParts,
  found: DecisionRead,
  { verb, words, by }: { verb: string; words: readonly string[]; by: By },
): Promise<string> {
  const { one, reading, subjects } = found
  const { row } = reading
  if (actionsOf(reading).length === 0) return refuseMoved(parts, subjects)
  const action = requireAction(actionsOf(reading), verb, null)
  const done = await carryOut(parts, found, { id: row.id, action, row, given: givenBy(action, words), by })
  if (done.outcome === 'proposed')
    return `It takes two. Somebody else confirms it: proposals confirm ${done.proposalId}`
  const { state = null, amount = null, currency = null } = (await one.read(row.id))?.evidence.facts ?? {}
  const said = done.outcome === 'done' && done.said !== undefined ? ` (${done.said})` : ''
  return [`${row.id} ${verb}: done${said}.`, ...factsInWords({ state, amount, currency })].join('  ')
}

const actionsOf = ({ actions, besides = [] }: DecisionReading): readonly DecisionAction[] => [...actions, ...besides]

function inOneLine({ one, reading: { row, evidence } }: DecisionRead): string {
  const why = evidence.why.map(({ facts }) => facts)
  const facts = factsInWords(Object.assign({}, ...why, evidence.facts) as DecisionFacts)
  const member = row.memberId === null ? [] : [`member ${row.memberId}`]
  return [row.id, one.kind, row.reasons.join(', '), ...facts, ...member, row.since.toISOString()].join('  ')
}

function factsInWords(facts: DecisionFacts): string[] {
  // What goes out may be in another currency than what it is taken from; all other sums are in baht.
  const currencyOf = (name: string) =>
    name === 'payoutAmount' ? facts.payoutCurrency : name === 'amount' && facts.currency
  return Object.entries(facts).flatMap(([name, fact]) => {
    if (fact === null || fact === undefined) return []
    const isAmount = typeof fact === 'number' && /amount$/i.test(name)
    return `${name} ${isAmount ? `${formatAmount(fromWireAmount(fact))} ${currencyOf(name) === 'LAK' ? 'LAK' : 'baht'}` : fact}`
  })
}

/** What is typed for an action, and by how many persons it is done. */
function actionInWords({ action, fields, takes }: DecisionAction): string {
  const asked = fields.map(({ field, isRequired }) => (isRequired ? field.toUpperCase() : `[${field.toUpperCase()}]`))
  const choices = fields.flatMap(({ field, choices = [] }) =>
    choices.length === 0 ? [] : `${field.toUpperCase()}: ${choices.join(', ')}`,
  )
  return [`${action} ID`, ...asked, ...(takes === 'two' ? ['(takes two)'] : []), ...choices].join(' ')
}

const FORMS: Readonly<Record<DecisionField['type'], (word: string, field: DecisionField) => boolean>> = {
  amount: (word) => readDecimalText(word) !== null,
  hours: (word) => /^\d{1,3}$/.test(word),
  choice: (word, { choices = [] }) => choices.includes(word),
  transfer: (word) => word.includes(':'),
  member: () => true,
  text: () => true,
}

/**
 * Reads the words behind an id as what an action asks for, in its order: what may be left out is known by its form, and text
 * is the rest.
 */
function givenBy({ fields }: DecisionAction, words: readonly string[]): DecisionGiven {
  const left = [...words]
  const given: Record<string, string | number> = {}
  for (const field of fields) {
    const [word] = left
    if (word === undefined || !FORMS[field.type](word, field)) continue
    const said = field.type === 'text' ? left.splice(0).join(' ') : (left.shift() ?? '')
    given[field.field] = field.type === 'amount' || field.type === 'hours' ? Number(said) : said
  }
  if (left.length > 0) throw new CommandError(`This is more than it asks for: ${left.join(' ')}`)
  return given
}

/** Does it, and says in words why it cannot be done. */
async function inWords(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new CommandError(whyNot(error))
  }
}

function whyNot({ code, details = {} }: AppError): string {
  const { fields, what, by, party, proposalId } = details
  if (code === 'MONEY_NOT_ENOUGH') return 'The wallet does not hold that much.'
  if (Array.isArray(fields)) {
    return fields.includes('action')
      ? 'That cannot be done about it now.'
      : `Name the ${fields.join(', ')}, as \`show\` says.`
  }
  if (code === 'NO_DATA') return 'There is none of this id.'
  if (code !== 'MOVED_ON') return code
  if (proposalId !== undefined) return 'It is proposed already: proposals list'
  if (typeof what !== 'string') return 'Nothing can be decided about it now.'
  const who = party ?? by
  return `MOVED_ON: ${what}${typeof who === 'string' ? `, by ${who}` : ''}. Your word was not taken.`
}
