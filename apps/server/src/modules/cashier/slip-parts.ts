import type { Clock } from '../../platform/clock.ts'
import type { Command } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import type { Files } from '../../platform/files/index.ts'
import type { Route } from '../../platform/http/index.ts'
import type { Job, Jobs } from '../../platform/jobs.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Pictures } from '../../platform/pictures/index.ts'
import type { MembersDoor } from '../members/index.ts'
import type { OperatorDoor } from '../operator/index.ts'
import type { House } from './accounts.ts'
import type { AccountProof } from './account-proof.ts'
import type { Contests } from './contests.ts'
import type { Credits } from './credit.ts'
import type { Payments } from './payments.ts'
import type { Bank } from './providers/bank.ts'
import type { Rates } from './rates.ts'
import { createSlipsByHand } from './slip-by-hand.ts'
import { createSlipDecisions } from './slip-decision.ts'
import { createSlipEnds } from './slip-ends.ts'
import { slipCommands } from './slip.commands.ts'
import { slipRoutes } from './slip.routes.ts'
import { createSlips } from './slip.ts'

/** The job that decides slips, woken when one was sent. */
const SLIPS_JOB = 'cashier-slips'

/** Deposits by the picture of a bank slip, whole. */
export function createSlipParts(deps: {
  database: Database
  clock: Clock
  logger: Logger
  jobs: Pick<Jobs, 'wake'>
  operator: OperatorDoor
  members: MembersDoor
  bank: Bank
  house: House
  rates: Rates
  credits: Credits
  payments: Payments
  proof: AccountProof
  contests: Contests
  files: Files
  pictures: Pictures
}): { routes: Route[]; jobs: Job[]; commands: Command[] } {
  const { database } = deps
  const decisions = createSlipDecisions({ ...deps, ends: createSlipEnds(deps) })
  return {
    routes: slipRoutes(createSlips({ ...deps, wake: () => deps.jobs.wake(SLIPS_JOB) })),
    jobs: [{ name: SLIPS_JOB, everyMs: 1_000, run: () => decisions.tend() }],
    commands: slipCommands({
      database,
      operator: deps.operator,
      byHand: createSlipsByHand(deps),
      findMember: (words) => deps.members.find(database, words),
    }),
  }
}
