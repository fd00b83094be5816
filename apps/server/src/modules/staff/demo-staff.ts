import { BY_ITSELF, writeDeed } from '../deeds/index.ts'
import type { Role } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { deriveId } from '../../platform/ids.ts'
import { deleteAgentSessions } from './agent-sessions.store.ts'
import { agentByUsername, type AgentRow, disableAgent, insertAgent, writeCredentials } from './agents.store.ts'
import type { StaffParts } from './staff.parts.ts'
import { totpKeyOf } from '../../platform/login/totp.ts'

/** Two of the staff by whom anybody can look around in the demo; the sandbox shows how they get in. */
const demoStaff: readonly { username: string; name: string; roles: Role[] }[] = [
  { username: 'mali', name: 'Mali', roles: ['OWNER', 'PAYMENTS', 'RISK'] },
  { username: 'noi', name: 'Noi', roles: ['PAYMENTS', 'SUPPORT', 'MARKETING'] },
]

/** By its id an account is known as one of the demo's, whatever was done with it since. */
const idOf = (username: string): string => deriveId('demo staff', username)

/** What gets one of them in: read from what is derived of the secret that server and sandbox share (decision 44). */
function credentialsOf(derivedHex: string): { password: string; totpKey: string } {
  const groups = derivedHex.slice(0, 20).match(/.{5}/g) ?? []
  return { password: groups.join('-'), totpKey: totpKeyOf(Buffer.from(derivedHex.slice(24), 'hex')) }
}

/**
 * Makes the demo's staff, and sets right how they get in, when `derive` tells what of the secret is theirs; with null
 * lets in none that were made before: who knows a demo's secret gets into nothing else.
 */
export async function readyDemoStaff(parts: StaffParts, derive: ((username: string) => string) | null): Promise<void> {
  for (const one of demoStaff) {
    const found = await agentByUsername(parts.database, one.username)
    // Somebody has that name in earnest.
    if (found !== null && found.id !== idOf(one.username)) continue
    if (derive !== null) await letIn(parts, one, found, credentialsOf(derive(one.username)))
    else if (found !== null && found.disabledAt === null) await lockOut(parts, found)
  }
}

async function letIn(
  parts: StaffParts,
  { username, name, roles }: (typeof demoStaff)[number],
  found: AgentRow | null,
  { password, totpKey }: { password: string; totpKey: string },
): Promise<void> {
  if (found?.disabledAt === null && (await isOwn(parts, found, password, totpKey))) return
  const at = parts.clock.now()
  const id = idOf(username)
  const kept = {
    passwordHash: await parts.passwords.hash(password),
    totpKey: parts.sealer.seal(totpKey),
    passwordUntil: null,
  }
  await parts.database.transaction(async (tx) => {
    const isNew = await insertAgent(tx, { id, username, name, roles, ...kept, createdAt: at })
    if (!isNew) await setAnew(tx, { id, ...kept }, at)
    await writeDeed(tx, { ...BY_ITSELF, deed: isNew ? 'agent-added' : 'agent-reset', after: { username }, at })
  })
}

async function setAnew(tx: Sql, kept: Parameters<typeof writeCredentials>[1], at: Date): Promise<void> {
  await writeCredentials(tx, kept, at)
  await deleteAgentSessions(tx, kept.id)
}

/** Whether he still gets in as the sandbox says. */
async function isOwn(parts: StaffParts, found: AgentRow, password: string, totpKey: string): Promise<boolean> {
  try {
    return parts.sealer.open(found.totpKey) === totpKey && (await parts.passwords.verify(password, found.passwordHash))
  } catch {
    // It was sealed by a secret that is not kept any more.
    return false
  }
}

async function lockOut(parts: StaffParts, { id, username }: AgentRow): Promise<void> {
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    await disableAgent(tx, id, at)
    await deleteAgentSessions(tx, id)
    const rooms = await parts.freeRooms(tx, { agentId: id, at })
    const after = { username, rooms }
    await writeDeed(tx, { ...BY_ITSELF, deed: 'agent-disabled', after, at })
  })
  parts.signals.publish({ kind: 'agent-sessions-ended', agentId: id })
}
