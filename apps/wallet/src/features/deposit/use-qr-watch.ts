import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { subscribeWallet } from '../../lib/socket.ts'
import { creditedFor, qrKey, qrQuery } from './deposit.api.ts'
import type { LiveQr } from './deposit.rules.ts'
import { liveQrOf } from './deposit.rules.ts'

/** Why a QR that was shown is shown no more. */
export type QrEnd = 'expired' | 'cancelled' | 'replaced' | 'gone'

/** The member's QRs as the screen sees them. */
export interface QrWatch {
  /** The QR of each bank that can be paid. A member has one live QR at most (decisions 2.75). */
  readonly live: Readonly<Record<string, LiveQr | undefined>>
  /** Whether a bank has been asked about, and what the last time ended with. */
  readonly asked: (bankCode: string) => { isKnown: boolean; error: unknown }
  /** A QR that is over, while it is found out whether its money came. */
  readonly asking: LiveQr | undefined
  /** How the last QR of a bank ended. */
  readonly ends: Readonly<Record<string, QrEnd | undefined>>
  /** Takes a QR from the screen at once: its time is up, or the member cancelled it. */
  readonly end: (qr: LiveQr, end: 'expired' | 'cancelled') => void
  /** Forgets how QRs of a bank ended. */
  readonly forget: (bankCode: string) => void
  readonly refetch: () => void
}

/**
 * Watches the QRs of the banks on offer until the money comes: by asking, and at each hint that money moved. The server
 * says of a QR that it is over but not why: the statement tells whether it was paid.
 */
export function useQrWatch(offered: readonly string[], onPaid: (amountMinor: number) => void): QrWatch {
  const client = useQueryClient()
  const queries = useQueries({ queries: offered.map(qrQuery) })
  const [endedIds, setEndedIds] = useState<readonly string[]>([])
  const [ends, setEnds] = useState<QrWatch['ends']>({})
  const [asking, setAsking] = useState<LiveQr>()
  const liveOf = (bankCode: string, index: number): LiveQr | undefined => {
    const live = liveQrOf(bankCode, queries[index]?.data)
    return live === undefined || endedIds.includes(live.id) ? undefined : live
  }
  const live = Object.fromEntries(offered.map((bankCode, index) => [bankCode, liveOf(bankCode, index)]))
  const refetch = (): void => void client.invalidateQueries({ queryKey: ['qr'] })

  /** Closes when the money came. An answer that never comes leaves what is known: the QR is over. */
  const findOut = async (qr: LiveQr): Promise<boolean> => {
    const creditedMinor = await creditedFor(qr.id).catch(() => undefined)
    if (creditedMinor !== undefined) onPaid(creditedMinor)
    return creditedMinor !== undefined
  }
  // Money that was sent in time may come when its QR has left the screen.
  const ended = useRef<LiveQr>(undefined)
  const askEnded = async (): Promise<void> => {
    const qr = ended.current
    ended.current = undefined
    if (qr !== undefined && !(await findOut(qr))) ended.current ??= qr
  }
  const onVanished = async (qr: LiveQr): Promise<void> => {
    setAsking(qr)
    const isPaid = await findOut(qr)
    // Another one that lives, made here or elsewhere, has taken its place.
    if (!isPaid) await client.refetchQueries({ queryKey: ['qr'] })
    const isReplaced = offered.some((code) => liveQrOf(code, client.getQueryData(qrKey(code))) !== undefined)
    setAsking(undefined)
    if (isPaid) return
    ended.current = isReplaced ? undefined : qr
    setEnds((before) => ({ ...before, [qr.bankCode]: isReplaced ? 'replaced' : 'gone' }))
  }
  useVanished(live, endedIds, (qr) => void onVanished(qr))
  const onNews = useRef<() => void>(() => undefined)
  useEffect(() => {
    onNews.current = () => {
      refetch()
      void askEnded()
    }
  })
  useEffect(() => subscribeWallet(() => onNews.current()), [])

  return {
    live,
    asked: (bankCode) => {
      const query = queries[offered.indexOf(bankCode)]
      return { isKnown: query?.data !== undefined, error: query?.error ?? null }
    },
    asking,
    ends,
    end: (qr, end) => {
      ended.current = qr
      setEndedIds((before) => [...before, qr.id])
      setEnds((before) => ({ ...before, [qr.bankCode]: end }))
      void client.invalidateQueries({ queryKey: qrKey(qr.bankCode) })
      if (end === 'expired') void askEnded()
    },
    forget: (bankCode) => {
      ended.current = undefined
      setEnds((before) => ({ ...before, [bankCode]: undefined }))
    },
    refetch,
  }
}

/** Calls back for each QR that was live at the last drawing and is not any more, but for those that were ended here. */
function useVanished(live: QrWatch['live'], endedIds: readonly string[], onVanished: (qr: LiveQr) => void): void {
  const before = useRef(live)
  useEffect(() => {
    for (const [bankCode, qr] of Object.entries(before.current)) {
      if (qr !== undefined && qr.id !== live[bankCode]?.id && !endedIds.includes(qr.id)) onVanished(qr)
    }
    before.current = live
  })
}
