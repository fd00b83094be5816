import { hasRole, type Role } from '@krapao/contract'
import { observed, readStored, removeStored, writeStored } from '@krapao/web'

/** Who works at this desk, and the token that says so to the server. */
export interface DeskSession {
  readonly token: string
  readonly agent: {
    readonly _id: string
    readonly name: string
    readonly username: string
    readonly roles: readonly Role[]
  }
}

const KEY = 'desk-session'

function readKept(): DeskSession | null {
  try {
    const kept = JSON.parse(readStored(KEY, 'session') ?? 'null') as DeskSession | null
    return kept !== null && typeof kept.token === 'string' && Array.isArray(kept.agent?.roles) ? kept : null
  } catch {
    return null
  }
}

/** The session, and why the last one ended when it was not by the agent. */
const state = observed<{ session: DeskSession | null; ending: 'expired' | null }>({ session: readKept(), ending: null })

/** The session, or null when nobody is logged in. */
export function readSession(): DeskSession | null {
  return state.read().session
}

/**
 * Begins a session, or ends it; `ending` is what the login form says of the end. It ends with the tab too: what staff see
 * is not for whoever opens the browser next.
 */
export function setSession(session: DeskSession | null, ending: 'expired' | null = null): void {
  if (session === null) removeStored(KEY, 'session')
  else writeStored(KEY, JSON.stringify(session), 'session')
  state.set({ session, ending })
}

/** Why the last session ended, when it was not by the agent. */
export function lastEnding(): 'expired' | null {
  return state.read().ending
}

/** Takes what the server says that he may do by now. */
export function noteAgent(agent: DeskSession['agent']): void {
  const session = readSession()
  if (session?.agent._id !== agent._id || session.agent.roles.join() === agent.roles.join()) return
  setSession({ ...session, agent })
}

/** The id of who works here; empty, which is nobody's, where nobody is logged in. */
export function useMyId(): string {
  return useSession()?.agent._id ?? ''
}

/** Whether who works here has one of these roles; drawn anew when that changes. */
export function useHasRole(asked: readonly Role[]): boolean {
  const session = useSession()
  return session !== null && hasRole(session.agent.roles, asked)
}

/** Reads what the browser keeps anew: for tests, which change it from outside. */
export function forgetSession(): void {
  state.set({ session: readKept(), ending: null })
}

/** Tells when it begins and ends. Returns how to stop. */
export const watchSession = state.watch

/** The session, drawn anew when it begins and ends. */
export function useSession(): DeskSession | null {
  return state.use().session
}
