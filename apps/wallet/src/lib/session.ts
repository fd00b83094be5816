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

let known: string | null = null
let logins = 0

/** Which login the page is of, by a number: 0 for a guest's. Another token is another one, but for one that renews it. */
export function readLogin(): number {
  const token = readToken()
  if (token !== known) {
    known = token
    logins += 1
  }
  return token === null ? 0 : logins
}

/** Whether the page is of that login still: another tab may have changed it unseen. Who watches is told when it is not. */
export function isStillLogin(login: number): boolean {
  const isSame = readLogin() === login
  if (!isSame) changes.set(null)
  return isSame
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
  if (readToken() === known) known = token
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

/** Tells of every change, also of one made in another tab, and each time that the page is seen again. Returns how to stop. */
export function watchToken(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== storageKeys.token && event.key !== null) return
    // A tab that renews it goes from one token to the next; who logs out and in again goes through none.
    if (event.oldValue !== null && event.oldValue === known && event.newValue === readToken()) known = event.newValue
    listener()
  }
  const stop = changes.watch(listener)
  globalThis.addEventListener('storage', onStorage)
  // A tab that stood still, or was left and come back to, was told of nothing.
  document.addEventListener('visibilitychange', listener)
  globalThis.addEventListener('pageshow', listener)
  return () => {
    stop()
    globalThis.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', listener)
    globalThis.removeEventListener('pageshow', listener)
  }
}
