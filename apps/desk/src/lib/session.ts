import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

/** Who works at this desk, and the token that says so to the server. */
export interface DeskSession {
  readonly token: string
  readonly agent: { readonly _id: string; readonly name: string; readonly username: string }
}

const listeners = new Set<() => void>()
let current: DeskSession | null | undefined
let ending: 'expired' | null = null

function readKept(): DeskSession | null {
  try {
    const kept = JSON.parse(readStored('desk-session') ?? 'null') as DeskSession | null
    return kept !== null && typeof kept.token === 'string' && typeof kept.agent?.name === 'string' ? kept : null
  } catch {
    return null
  }
}

/** The session, or null when nobody is logged in. */
export function readSession(): DeskSession | null {
  current ??= readKept()
  return current
}

/** Begins a session, or ends it; `why` is what the login form says of the end. */
export function setSession(session: DeskSession | null, why: 'expired' | null = null): void {
  current = session
  ending = why
  writeStored('desk-session', session === null ? null : JSON.stringify(session))
  for (const listener of listeners) listener()
}

/** Why the last session ended, when it was not by the agent. */
export function lastEnding(): 'expired' | null {
  return ending
}

/** Reads what the browser keeps anew: for tests, which change it from outside. */
export function forgetSession(): void {
  current = undefined
  ending = null
}

/** The session, drawn anew when it begins and ends. */
export function useSession(): DeskSession | null {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, readSession)
}
