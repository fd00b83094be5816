import { PROPOSAL_STATES } from '@krapao/contract'
import { formatAmount } from '@krapao/money'
import { type Command, CommandError, readPage, requireId, showPage } from '../../platform/commands/index.ts'
import { AppError } from '../../platform/errors.ts'
import { byCommand } from '../deeds/index.ts'
import { confirm, type Ending, refuseProposal, withdrawProposal } from './ends.ts'
import type { ProposalsParts } from './proposals.parts.ts'
import { proposalsPage } from './proposals.store.ts'
import type { ProposalRow, ProposalState } from './proposals.types.ts'

const NAME = 'proposals list'

function proposalInWords({
  id,
  kind,
  state,
  proposedBy,
  proposedAt,
  amountMinor,
  memberId,
  subject,
  ...row
}: ProposalRow) {
  const amount = amountMinor === null ? [] : [`${formatAmount(amountMinor)} baht`]
  const end = row.decidedBy === null ? [] : [`by ${row.decidedBy}`]
  const about = [memberId, subject].filter((one) => one !== null)
  return [id, proposedAt.toISOString(), kind, state, ...amount, ...about, `from ${proposedBy}`, ...end].join('  ')
}

function requireState(word: string | undefined): ProposalState | null {
  if (word === undefined) return 'OPEN'
  if (word === 'all') return null
  const state = PROPOSAL_STATES.find((one) => one === word.toUpperCase())
  if (state !== undefined) return state
  throw new CommandError(`Name a state: ${PROPOSAL_STATES.join(', ').toLowerCase()}, or all.`)
}

const WHY: Partial<Record<AppError['code'], string>> = {
  NO_DATA: 'There is no such proposal.',
  SELF_APPROVAL: 'You proposed this yourself: somebody else confirms or refuses it.',
  FORBIDDEN: 'This is not yours to end.',
}

/** Does it, and says in words what it is refused with. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { what, by } = error.details ?? {}
    const who = typeof by === 'string' ? ` by ${by}` : ''
    const moved = `Something moved: ${typeof what === 'string' ? what : error.code}${who}. Nothing was booked.`
    throw new CommandError(WHY[error.code] ?? moved)
  }
}

/** `proposals list`, `confirm`, `refuse` and `withdraw`: the same deeds as at the desk. */
export function proposalsCommands(parts: ProposalsParts): Command[] {
  const ends = [
    ['confirm', 'does what somebody else proposed, by every rule as it is now', confirm],
    ['refuse', 'ends what somebody else proposed, undone', refuseProposal],
    ['withdraw', 'takes back what you proposed', withdrawProposal],
  ] as const
  return [
    {
      name: NAME,
      usage: `[STATE|all] [page NUMBER] - what was proposed and waits for somebody else; STATE is one of ${PROPOSAL_STATES.join(', ').toLowerCase()}`,
      async run(words) {
        const { rest, page } = readPage(words)
        const { rows, count } = await proposalsPage(parts.database, { state: requireState(rest[0]), ...page })
        const lines = rows.map((row) => proposalInWords(row))
        return showPage({ name: NAME, page, total: count, lines, nothing: 'None.' })
      },
    },
    ...ends.map(([name, does, end]): Command => ({
      name: `proposals ${name}`,
      usage: `ID [WORDS] - ${does}`,
      async run([given, ...words], actor) {
        const id = requireId(given, 'proposal')
        const ending: Ending = { by: byCommand(actor), note: words.join(' ').trim().slice(0, 500) || null }
        const { state } = await inWords(() => end(parts, id, ending))
        return `The proposal ${id} is ${state.toLowerCase()}.`
      },
    })),
  ]
}
