import type { GamesParts } from '../games.parts.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'

// Sessions that launch links name, about which PG Soft asks us back (decision 53). A session is sealed: nothing is to be
// read in it, and nobody else can make one. It names the game account and nothing else, and lets nobody into the wallet.

/** A session can be asked about for this long after its link was made, as often as the answer gets lost. */
const SESSION_MS = 10 * MINUTE_MS
/** As the sealer writes: the name of its key, and what it sealed. What looks otherwise was never made here. */
const sessionShape = /^[\da-f]{8}\.[\w-]{1,190}$/
/** Parts sessions from passwords, which the same keys seal. */
const PURPOSE = 'game-session'

/** A new session of a game account. */
export function newSession({ sealer, clock }: Pick<GamesParts, 'sealer' | 'clock'>, accountId: string): string {
  return sealer.seal([PURPOSE, accountId, clock.now().getTime() + SESSION_MS].join(' '))
}

/** The account of a session that is ours and not over yet. */
export function accountIn({ sealer, clock }: Pick<GamesParts, 'sealer' | 'clock'>, session: string): string | null {
  if (!sessionShape.test(session)) return null
  try {
    const [purpose, accountId = '', untilMs] = sealer.open(session).split(' ')
    return purpose === PURPOSE && clock.now().getTime() < Number(untilMs) ? accountId : null
  } catch {
    // Nobody's: made up, touched, or of a key that is kept no more.
    return null
  }
}
