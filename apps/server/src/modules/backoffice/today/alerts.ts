import { createHmac } from 'node:crypto'
import { ALERT_AGAIN_MS, type AnswerOf, type desk } from '@krapao/contract'
import { DAY_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { refuse } from '../../../platform/errors.ts'
import type { AgentIdentity } from '../../../platform/http/index.ts'
import { newId } from '../../../platform/ids.ts'
import { callParty } from '../../../platform/party-call.ts'
import { byAgent, writeDeed } from '../../deeds/index.ts'
import type { BackofficeParts } from '../backoffice.parts.ts'
import {
  acknowledge,
  type Alert,
  forgetAlerts,
  hasAlert,
  type OpenAlert,
  openAlerts,
  takeDueAlerts,
  tellAgain,
  writeAlerts,
} from './alerts.store.ts'
import { readAlerts } from './today.ts'

type AlertHook = NonNullable<BackofficeParts['alertHook']>

const HOOK_TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 65_536
/** So long what is over is kept. */
const KEPT_MS = 90 * DAY_MS

/** "t=UNIX,v1=HEX": HMAC-SHA-256 over the time, a dot and the body, as the bank signs what it tells us. */
function signatureOf({ key }: AlertHook, body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}

async function tell(parts: BackofficeParts, hook: AlertHook, { id, raisedAt, ...alert }: OpenAlert): Promise<void> {
  const now = parts.clock.now()
  const { acknowledgedAt: _at, acknowledgedBy: _by, ...words } = alert
  const body = JSON.stringify({ alertId: id, ...words, raisedAt: raisedAt.toISOString(), at: now.toISOString() })
  const headers = { 'content-type': 'application/json', 'x-signature': signatureOf(hook, body, now) }
  const call = { method: 'POST', url: hook.url, headers, body } as const
  const reply = await callParty({ ...call, timeoutMs: HOOK_TIMEOUT_MS, maxBytes: ANSWER_BYTES_MAX })
  // Whoever did not say that he heard is told again soon; to hear twice harms nobody.
  const isHeard = reply.status !== null && reply.status >= 200 && reply.status < 300
  if (!isHeard) await tellAgain(parts.database, id, new Date(now.getTime() + MINUTE_MS))
}

/** Writes down what somebody should look at, and tells it outside until somebody has taken note. @returns how many were told. */
export async function watchAlerts(parts: BackofficeParts): Promise<number> {
  const { database, alertHook } = parts
  const alerts = await readAlerts(parts)
  const now = parts.clock.now()
  await database.transaction((tx) =>
    writeAlerts(
      tx,
      alerts.map(({ alert, what, count, since }) => ({ alert, what, count, since, id: newId(now) })),
      now,
    ),
  )
  await forgetAlerts(database, new Date(now.getTime() - KEPT_MS))
  if (alertHook === null) return 0
  const due = await takeDueAlerts(database, now, new Date(now.getTime() + ALERT_AGAIN_MS))
  for (const alert of due) await tell(parts, alertHook, alert)
  return due.length
}

/** Whether one of the staff is told of an alert: of what each owner is told, each sees and takes note of his own. */
function isFor({ alert, what }: Pick<Alert, 'alert' | 'what'>, { username }: AgentIdentity): boolean {
  return alert !== 'deposit-accounts' || what === username
}

/** What was seen before of what is so now: its id, and who has taken note of it. */
export async function seenAlerts(
  { database, staff }: BackofficeParts,
  all: readonly Alert[],
  agent: AgentIdentity,
): Promise<AnswerOf<typeof desk.deskToday>['alerts']> {
  const alerts = all.filter((alert) => isFor(alert, agent))
  const open = await openAlerts(database)
  const names = await staff.namesOf(open.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? []))
  return alerts.map((alert) => {
    const known = open.find(({ alert: kind, what }) => kind === alert.alert && what === alert.what)
    const { acknowledgedAt = null, acknowledgedBy = null } = known ?? {}
    const acknowledged =
      acknowledgedAt === null || acknowledgedBy === null
        ? null
        : { at: acknowledgedAt.toISOString(), name: names.get(acknowledgedBy) ?? '' }
    return { ...alert, alertId: known?.id ?? null, acknowledged }
  })
}

/** Takes note of an alert: nobody outside hears of it again. Refuses with NO_DATA, or MOVED_ON when it is over or another did. */
export async function acknowledgeAlert(parts: BackofficeParts, agent: AgentIdentity, id: string): Promise<void> {
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const alert = await acknowledge(tx, id, { agentId: agent.agentId, at })
    if (alert === null) return refuse((await hasAlert(tx, id)) ? 'MOVED_ON' : 'NO_DATA')
    // Thrown within the transaction: it is taken note of by him alone whom it is for.
    if (!isFor(alert, agent)) return refuse('NO_DATA')
    const { alert: kind, what, count } = alert
    const subject = `alert:${what === null ? kind : `${kind}:${what}`}`
    return writeDeed(tx, { ...byAgent(agent), deed: 'alert-acknowledged', subject, after: { count }, at })
  })
}
