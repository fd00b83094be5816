import { AGREEMENT_DELAY_MS } from '@krapao/contract'
import { useEffect } from 'react'
import { openModal } from '../../lib/modals.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { readStored } from '../../lib/storage.ts'

/**
 * Asks for the agreement 1.5 s after home came into view, as long as it was not accepted (HOM-019, HOM-020). Closed
 * without accepting it comes back with the next visit.
 */
export function useAgreement(): void {
  useEffect(() => {
    if (readStored(storageKeys.rememberAgreement) !== null) return undefined
    const timer = setTimeout(() => openModal('agreement'), AGREEMENT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}
