import { subscribeWallet } from '../../lib/socket.ts'
import { creditedFor } from './deposit.api.ts'

/** How often the statement is looked at beside the live hints, which may not come. */
const LOOK_MS = 5_000

/**
 * Waits for the money of a QR that has left the screen: at each hint that money moved, and now and then besides. Calls
 * back once, with the minor units that were credited.
 *
 * @returns how to stop.
 */
export function watchCredit(qrId: string, onCredited: (amountMinor: number) => void): () => void {
  let isOver = false
  const look = async (): Promise<void> => {
    const creditedMinor = await creditedFor(qrId).catch(() => undefined)
    if (isOver || creditedMinor === undefined) return
    stop()
    onCredited(creditedMinor)
  }
  const unsubscribe = subscribeWallet(() => void look())
  const timer = setInterval(() => void look(), LOOK_MS)
  function stop(): void {
    isOver = true
    unsubscribe()
    clearInterval(timer)
  }
  void look()
  return stop
}
