import type { Room, Sender } from '../support.types.ts'

/** Who is to answer next in a room, and which conversation it is in. */
export type Turn = Pick<Room, 'sessionId' | 'sessionState' | 'waitingSince' | 'agentId' | 'claimedAt'>

/**
 * Whose turn it is after a message. A customer who writes after the end of a conversation begins another; the robot
 * answers in it while it is switched on, else a person is waited for. An agent's words end the waiting; the robot's begin
 * it when it hands over.
 */
export function turnAfter(
  room: Turn,
  message: { sender: Sender; handsOver?: boolean; isRobotOn?: boolean; nextSessionId: string; at: Date },
): Turn {
  const { sessionId, sessionState, waitingSince, agentId, claimedAt } = room
  const turn: Turn = { sessionId, sessionState, waitingSince, agentId, claimedAt }
  const waiting: Turn = { ...turn, sessionState: 'waiting', waitingSince: waitingSince ?? message.at }
  if (message.sender === 'admin') return { ...turn, waitingSince: null }
  if (message.sender === 'robot') return message.handsOver === true && sessionState === 'robot' ? waiting : turn
  if (sessionState === 'held') return { ...turn, waitingSince: waitingSince ?? message.at }
  const nobody = { agentId: null, claimedAt: null }
  const session = sessionState === 'ended' ? { sessionId: message.nextSessionId, ...nobody } : {}
  if (sessionState === 'waiting' || message.isRobotOn !== true) return { ...waiting, ...session }
  return { ...turn, ...session, sessionState: 'robot', waitingSince: null }
}
