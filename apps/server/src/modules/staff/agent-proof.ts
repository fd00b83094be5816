import type { Sql } from '../../platform/database/types.ts'
import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { requireTurn } from '../../platform/login/require-turn.ts'
import { totpStep } from '../../platform/login/totp.ts'
import { byAgent, writeDeed } from '../deeds/index.ts'
import { agentByUsername, type AgentRow, failures } from './agents.store.ts'
import { spendCode } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'

async function noteFailure(parts: StaffParts, identity: AgentIdentity, place: string): Promise<void> {
  const now = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    // Whoever holds a token keeps nobody from the login.
    await failures.countPair(tx, identity.username, place, now)
    await writeDeed(tx, { ...byAgent(identity), deed: 'password-refused', at: now })
  })
}

/**
 * Does something that one of the staff who is logged in proves himself for, by his password and a code, which are good for
 * nothing else then: `prepare` when both are right, `work` in the transaction in which they still are. Refuses with
 * WRONG_PASSWORD (422) whichever of the two is wrong, and with REQUEST_LIMIT while the session has to wait, as at the login
 * (rulings 5.5).
 */
export function provenByBoth<Prepared, Result>(
  parts: StaffParts,
  identity: AgentIdentity,
  shown: { password: string; totp: string; fields: readonly [password: string, totp: string] },
  doing: {
    prepare: () => Promise<Prepared>
    work: (tx: Sql, agent: AgentRow, prepared: Prepared) => Promise<Result>
  },
): Promise<Result> {
  return parts.memory.passwordsInTurn(identity.sessionId, () => proveByBoth(parts, identity, shown, doing))
}

async function proveByBoth<Prepared, Result>(
  parts: StaffParts,
  identity: AgentIdentity,
  { password, totp, fields }: Parameters<typeof provenByBoth>[2],
  { prepare, work }: Parameters<typeof provenByBoth<Prepared, Result>>[3],
): Promise<Result> {
  const { username, sessionId } = identity
  const place = `session ${sessionId}`
  await requireTurn(failures, parts.database, { name: username, place, now: parts.clock.now() })
  const found = await agentByUsername(parts.database, username)
  const isRight = await parts.passwords.verify(password, found?.passwordHash ?? null)
  const step = found === null ? null : totpStep(totp, parts.sealer.open(found.totpKey), parts.clock.now())
  if (found !== null && isRight && step !== null) {
    const prepared = await prepare()
    const done = await parts.database.transaction(async (tx) => {
      const agent = await spendCode(tx, found, step)
      if (agent === null) return null
      await failures.forgetPair(tx, agent.username, place)
      return { result: await work(tx, agent, prepared) }
    })
    if (done !== null) return done.result
  }
  await noteFailure(parts, identity, place)
  return refuse('WRONG_PASSWORD', { details: { fields: [...fields] } })
}
