import { AGREEMENT_DELAY_MS } from '@krapao/contract'
import { useEffect, useRef, useState } from 'react'
import { openModal, useOpenModals } from '../../lib/modals.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { readStored } from '../../lib/storage.ts'

/**
 * Asks for the agreement 1.5 s after home came into view, as long as it was not accepted (HOM-019, HOM-020). Closed
 * without accepting it comes back with the next visit. Whoever opened something meanwhile is asked when that is closed:
 * it does not come over a deposit, under a finger that is about to press. Draws nothing.
 */
export function Agreement(): null {
  const isFree = useOpenModals().length === 0
  const [isDue, setIsDue] = useState(false)
  const isAsked = useRef(false)
  useEffect(() => {
    if (readStored(storageKeys.rememberAgreement) !== null) return undefined
    const timer = setTimeout(() => setIsDue(true), AGREEMENT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!isDue || !isFree || isAsked.current) return
    isAsked.current = true
    openModal('agreement')
  }, [isDue, isFree])
  return null
}
