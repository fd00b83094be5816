import { desk } from '@krapao/contract'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey } from './client.ts'
import type { LoadRun } from './load-run.ts'
import type { Player } from './players.ts'
import { addStaff, deskToken } from './staff.ts'

/** Who notes things about members meanwhile. */
export const STAFF = ['Noi', 'Mali', 'Boun'] as const

/** Logs them in, and answers the tokens. */
export async function gatherStaff({ world: { product } }: LoadRun): Promise<string[]> {
  const tokens: string[] = []
  for (const name of STAFF) {
    const account = await addStaff(product, `${name.toLowerCase()}.harbour`, name, 'support')
    tokens.push(await deskToken(product, account))
  }
  return tokens
}

/** Notes something about one member, again and again. */
export async function noteOn(run: LoadRun, token: string, { memberId }: Player): Promise<void> {
  const { world, faults, notes, counts } = run
  for (let number = 1; !run.isOver; number += 1) {
    const text = `note ${number} ${newKey()}`
    const key = newKey()
    for (let isDone = false; !isDone;) {
      const response = await fetch(`${world.product.deskUrl}${desk.deskAddNote.path.replace(':memberId', memberId)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null)
      if (response?.status === 500) faults.push('deskAddNote: 500')
      if (response !== null && ![200, 502, 503].includes(response.status))
        faults.push(`deskAddNote: ${response.status} ${await response.text()}`)
      else await response?.body?.cancel()
      isDone = response?.status === 200 || (run.isOver && response === null)
      if (response?.status === 200) {
        notes.set(memberId, [...(notes.get(memberId) ?? []), text])
        counts.acknowledged += 1
      }
      await pause(300)
    }
  }
}
