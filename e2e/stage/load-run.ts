import { type AnswerOf, type Call, calls } from '@krapao/contract'
import { setTimeout as pause } from 'node:timers/promises'
import { newKey, type Sent } from './client.ts'
import type { World } from './players.ts'

/** When something was acknowledged, and when by which kind. */
interface Marks {
  writes: number[]
  reads: number[]
}

/** A load while it runs: what is known of it, which all who make it write down. */
export interface LoadRun {
  readonly world: World & { readonly serverUrls: readonly string[] }
  readonly marks: Marks
  /** Answers that were neither of the call's own nor ones that pass. */
  readonly faults: string[]
  readonly counts: {
    acknowledged: number
    calls: number
    repeated: Record<string, number>
    tookMs: Record<string, number[]>
  }
  /** What each of the staff noted, by the member whom it is about. */
  readonly notes: Map<string, string[]>
  isOver: boolean
}

/** A transfer whose game has not confirmed may still be undone; a withdrawal on its way is promised. */
const isUnderWay = (call: Call, body: unknown): boolean =>
  call.name === calls.walletTransfer.name &&
  typeof body === 'object' &&
  body !== null &&
  'status' in body &&
  body.status === 'IN_PROGRESS'

const isPassing = (answered: { status: number; refusal: string | null } | null): boolean =>
  answered === null ||
  answered.refusal === null ||
  answered.status >= 500 ||
  ['TRANSFER_PENDING', 'REQUEST_IN_PROGRESS'].includes(answered.refusal)

/** A call is tried again for so long: longer than any outage may take. */
const INSIST_MS = 180_000

/** Until it is done; null when it was refused for good. */
export async function insist<C extends Call>(
  { world, counts, marks, faults }: LoadRun,
  call: C,
  sent: Sent<C>,
): Promise<AnswerOf<C> | null> {
  const key = newKey()
  const beganMs = performance.now()
  const giveUpMs = beganMs + INSIST_MS
  for (;;) {
    counts.calls += 1
    const answered = await world.api.call(call, { ...sent, key }).catch((error: unknown) => {
      // The proxy's own 502, or a line that was cut with the server.
      if (error instanceof Error && /contract does not know: (?!502)/.test(error.message)) faults.push(error.message)
      return null
    })
    if (answered?.refusal === null && !isUnderWay(call, answered.body)) {
      counts.acknowledged += 1
      marks.writes.push(performance.now())
      ;(counts.tookMs[call.name] ??= []).push(performance.now() - beganMs)
      return answered.body
    }
    const word = answered === null ? 'no answer' : `${answered.status} ${answered.refusal ?? 'IN_PROGRESS'}`
    counts.repeated[word] = (counts.repeated[word] ?? 0) + 1
    if (answered?.status === 500) faults.push(`${call.name}: ${word}`)
    // A game that was not reached in time is a no, and the money is back.
    if (answered?.refusal === 'TRANSFER_FAIL') return null
    if (!isPassing(answered)) throw new Error(`${call.name} was refused with ${word}`)
    if (performance.now() > giveUpMs) throw new Error(`${call.name} was never answered: ${word}`)
    await pause(200)
  }
}
