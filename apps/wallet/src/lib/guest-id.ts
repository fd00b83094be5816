import { isGuestId } from '@krapao/contract'
import { readStored, writeStored } from '@krapao/web'
import { storageKeys } from './storage-keys.ts'

/** The random part of a guest's id: 128 bits, so that nobody can guess whose room it opens. */
const GUEST_ID_BYTES = 16

/** By what the chat knows a guest on this device (GEN-033); null before he opened it. What is stored amiss counts for nothing. */
export function readGuestId(): string | null {
  const stored = readStored(storageKeys.guestId)
  return stored !== null && isGuestId(stored) ? stored : null
}

/** The guest's id, made and stored when there is none yet. */
export function takeGuestId(): string {
  const stored = readGuestId()
  if (stored !== null) return stored
  const bytes = crypto.getRandomValues(new Uint8Array(GUEST_ID_BYTES))
  const letters = btoa(String.fromCodePoint(...bytes))
  const made = `guest-${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
  writeStored(storageKeys.guestId, made)
  return made
}
