import type { ChatMessage, SecurityNews } from '@krapao/contract'

/**
 * What is told of a member: his money moved, for a reason; a session of his ended before its time; or how he logs in changed:
 * `security`. `chat` tells a message of a member's or guest's room; `desk` that something else of a room changed, for staff
 * alone; `proposals` that one was made or ended, for staff too; `content` that players are told something else, as of a number
 * that only grows; `agent-sessions-ended` that one of the staff lost a session before its time, or has other roles by now.
 * `missed` says that signals of other processes may have been lost, nobody knows which.
 */
export type Signal =
  | { kind: 'wallet'; memberId: string; reason: string }
  | { kind: 'sessions-ended'; memberId: string }
  | { kind: 'security'; memberId: string; what: SecurityNews }
  | { kind: 'chat'; roomId: string; seq: number; message: ChatMessage }
  | { kind: 'desk'; roomId: string; seq: number }
  | { kind: 'proposals'; proposalId: string }
  | { kind: 'content'; number: number }
  | { kind: 'agent-sessions-ended'; agentId: string }
  | { kind: 'missed' }

type Listener = (signal: Signal) => void

/**
 * Hints that something of a member changed, to this process and, with Redis, to all that share it. The database is the
 * truth; a hint may be lost.
 */
export interface Signals {
  /** May be called inside a transaction, so listeners start nothing there that uses the pool. */
  publish(signal: Signal): void
  /** @returns the way to stop listening. */
  subscribe(listener: Listener): () => void
}

/** Makes the hints of one process. A listener that throws never reaches the publisher. */
export function createSignals(onError: (error: unknown) => void = () => {}): Signals {
  const listeners = new Set<Listener>()
  return {
    publish(signal) {
      for (const listener of listeners) {
        try {
          listener(signal)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
