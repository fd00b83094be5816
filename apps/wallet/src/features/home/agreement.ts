import { AGREEMENT_DELAY_MS } from '@krapao/contract'
import { readStored } from '@krapao/web'
import { useEffect, useRef, useState } from 'react'
import { openModal, useOpenModals } from '../../lib/modals.ts'
import { storageKeys } from '../../lib/storage-keys.ts'

/** How long nothing must have been open: what became of a deposit is said a call after its sheet is gone. */
const QUIET_MS = 1_000

/**
 * Asks for the agreement 1.5 s after home came into view, as long as it was not accepted (HOM-019, HOM-020). Closed
 * without accepting it comes back with the next visit. Whoever opened something meanwhile is asked a moment after that is
 * closed: it does not come over a deposit, under a finger that is about to press. Draws nothing.
 */
export function Agreement(): null {
  const isFree = useOpenModals().length === 0
  const [isDue, setIsDue] = useState(false)
  const [isQuiet, setIsQuiet] = useState(false)
  const isAsked = useRef(false)
  useEffect(() => {
    if (readStored(storageKeys.rememberAgreement) !== null) return undefined
    const timer = setTimeout(() => setIsDue(true), AGREEMENT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isFree) return undefined
    const timer = setTimeout(() => setIsQuiet(true), QUIET_MS)
    return () => {
      clearTimeout(timer)
      setIsQuiet(false)
    }
  }, [isFree])
  useEffect(() => {
    if (!isDue || !isFree || !isQuiet || isAsked.current) return
    isAsked.current = true
    openModal('agreement')
  }, [isDue, isFree, isQuiet])
  return null
}
