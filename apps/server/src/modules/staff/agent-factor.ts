import { createHash } from 'node:crypto'
import { MINUTE_MS } from '../../platform/durations.ts'
import { refuse } from '../../platform/errors.ts'
import type { AgentIdentity } from '../../platform/http/index.ts'
import { requireTurn } from '../../platform/login/require-turn.ts'
import { newTotpKey, totpAddress, totpStep } from '../../platform/login/totp.ts'
import { byAgent, writeDeed } from '../deeds/index.ts'
import { provenByBoth } from './agent-proof.ts'
import { deleteAgentSessions } from './agent-sessions.store.ts'
import { failures, lockAgent, writeTotpKey } from './agents.store.ts'
import { type AgentPlace, openAgentSession } from './agents.ts'
import type { StaffParts } from './staff.parts.ts'

/** So long a key that was made waits for a code of it. */
const OFFER_MS = 10 * MINUTE_MS

/** A key that one of the staff may take in place of the one that he has; he keeps it himself, sealed, until he does. */
interface Offer {
  agentId: string
  totpKey: string
  /** Of the key that it takes the place of: once it did, or another did, the offer is void. */
  instead: string
  untilMs: number
}

const markOf = (sealedKey: string) => createHash('sha256').update(sealedKey).digest('hex').slice(0, 16)

/** Makes another key for one's own codes, by the present password and a code, as `provenByBoth` asks for them. */
export async function offerFactor(
  parts: StaffParts,
  agent: AgentIdentity,
  { password, totp }: { password: string; totp: string },
): Promise<{ totpKey: string; totpAddress: string; offer: string; until: string }> {
  const shown = { password, totp, fields: ['password', 'totp'] } as const
  const totpKey = newTotpKey()
  return provenByBoth(parts, agent, shown, {
    prepare: async () => {},
    async work(tx, row) {
      const at = parts.clock.now()
      const offer: Offer = {
        agentId: row.id,
        totpKey,
        instead: markOf(row.totpKey),
        untilMs: at.getTime() + OFFER_MS,
      }
      await writeDeed(tx, { ...byAgent(agent), deed: 'factor-offered', at })
      return {
        totpKey,
        totpAddress: totpAddress(row.username, totpKey),
        offer: parts.sealer.seal(JSON.stringify(offer)),
        until: new Date(offer.untilMs).toISOString(),
      }
    },
  })
}

function readOffer(parts: StaffParts, sealed: string): Offer | null {
  try {
    return JSON.parse(parts.sealer.open(sealed)) as Offer
  } catch {
    // Nothing of ours, or sealed by a key that is gone.
    return null
  }
}

/**
 * Takes the new key, by a code of it; all his sessions end, and one with a new token begins. Refuses with MOVED_ON (409) what is
 * too old or was taken already, with OTP_CODE_INVALID (422) a wrong code, and with REQUEST_LIMIT while the session has to wait
 * for wrong ones.
 */
export function takeFactor(
  parts: StaffParts,
  identity: AgentIdentity,
  wanted: AgentPlace & { offer: string; totp: string },
): Promise<string> {
  return parts.memory.passwordsInTurn(identity.sessionId, () => takeByCode(parts, identity, wanted))
}

async function takeByCode(
  parts: StaffParts,
  identity: AgentIdentity,
  { offer: sealed, totp, ...from }: AgentPlace & { offer: string; totp: string },
): Promise<string> {
  const { agentId, username, sessionId } = identity
  const now = parts.clock.now()
  const offer = readOffer(parts, sealed)
  if (offer === null || offer.agentId !== agentId || now.getTime() >= offer.untilMs) return refuse('MOVED_ON')
  const place = `factor ${sessionId}`
  await requireTurn(failures, parts.database, { name: username, place, now })
  const step = totpStep(totp, offer.totpKey, now)
  const token = await parts.database.transaction(async (tx) => {
    const by = byAgent(identity)
    if (step === null) {
      await failures.countPair(tx, username, place, now)
      await writeDeed(tx, { ...by, deed: 'factor-refused', at: now })
      return null
    }
    const agent = await lockAgent(tx, agentId)
    if (agent === null || agent.disabledAt !== null || markOf(agent.totpKey) !== offer.instead)
      return refuse('MOVED_ON')
    await writeTotpKey(tx, { id: agentId, totpKey: parts.sealer.seal(offer.totpKey), totpLastStep: step }, now)
    await deleteAgentSessions(tx, agentId)
    await failures.forgetPair(tx, username, place)
    await writeDeed(tx, { ...by, deed: 'factor-renewed', at: now })
    return openAgentSession(parts, tx, agentId, from)
  })
  if (token === null) return refuse('OTP_CODE_INVALID', { details: { fields: ['totp'] } })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId })
  return token
}
