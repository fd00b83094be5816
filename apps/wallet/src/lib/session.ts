import { observed, readStored, removeStored, writeStored } from '@krapao/web'
import { storageKeys } from './storage-keys.ts'

/**
 * The token of the member who is logged in. It is read from both storages, written to one (remembered or not) and
 * cleared from both (decisions 2.7). Only its presence is looked at here; whether it is good, the server says.
 */

/** Told of every change; what it is, the storages say. */
const changes = observed(null)

/** The token, or null for a guest. */
export function readToken(): string | null {
  return readStored(storageKeys.token, 'session') ?? readStored(storageKeys.token, 'always')
}

/** Whether somebody is logged in. */
export function hasToken(): boolean {
  return readToken() !== null
}

/** Forgets what the member had when that was last known: it lives no longer than his token. */
export function forgetBalance(): void {
  removeStored(storageKeys.lastBalance, 'session')
  removeStored(storageKeys.lastBalance)
}

/** Keeps a new token: over the end of the browser when the member is to be remembered, else not (GEN-028, GEN-029). */
export function storeToken(token: string, isRemembered: boolean): void {
  forgetBalance()
  removeStored(storageKeys.token, isRemembered ? 'session' : 'always')
  writeStored(storageKeys.token, token, isRemembered ? 'always' : 'session')
  changes.set(null)
}

/** Keeps a token in the place of the one that there is, remembered as that one was. */
export function renewToken(token: string): void {
  storeToken(token, readStored(storageKeys.token, 'session') === null)
}

/** Forgets the token. Returns whether there was one. */
export function dropToken(): boolean {
  const hadToken = hasToken()
  forgetBalance()
  removeStored(storageKeys.token, 'session')
  removeStored(storageKeys.token, 'always')
  if (hadToken) changes.set(null)
  return hadToken
}

/** Forgets everything that belongs to the member who logs out (LOG-008, LOG-009, LOG-010). */
export function endSession(): void {
  removeStored(storageKeys.rememberAgreement)
  removeStored(storageKeys.lastSync)
  removeStored(storageKeys.chat, 'session')
  removeStored(storageKeys.chat)
  dropToken()
}

/** Tells of every change, also of one made in another tab. Returns how to stop. */
export function watchToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKeys.token || event.key === null) listener()
  }
  const stop = changes.watch(listener)
  globalThis.addEventListener('storage', onStorage)
  return () => {
    stop()
    globalThis.removeEventListener('storage', onStorage)
  }
}
