import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Turn, turnAfter } from './session.rules.ts'

const [early, now] = [new Date('2026-11-21T05:00:00Z'), new Date('2026-11-21T06:00:00Z')]
const room = (given: Partial<Turn> = {}): Turn => ({
  sessionId: 'first',
  sessionState: 'robot',
  waitingSince: null,
  agentId: null,
  claimedAt: null,
  ...given,
})
const held = (given: Partial<Turn> = {}) => room({ sessionState: 'held', agentId: 'a', claimedAt: early, ...given })
const after = (turn: Turn, message: Partial<Parameters<typeof turnAfter>[1]>) =>
  turnAfter(turn, { sender: 'customer', isRobotOn: true, nextSessionId: 'next', at: now, ...message })

describe('whose turn it is', () => {
  it('after a customer’s words is the robot’s while it is on, else a person is waited for', () => {
    expect(after(room(), {})).toEqual(room())
    expect(after(room(), { isRobotOn: false })).toEqual(room({ sessionState: 'waiting', waitingSince: now }))
  })

  it('in a room where a person is waited for stays so, since then', () => {
    const waiting = room({ sessionState: 'waiting', waitingSince: early })
    for (const isRobotOn of [true, false]) expect(after(waiting, { isRobotOn })).toEqual(waiting)
  })

  it('in a room that an agent holds is his, and he is waited for until he answers', () => {
    expect(after(held(), {})).toEqual(held({ waitingSince: now }))
    expect(after(held({ waitingSince: early }), {})).toEqual(held({ waitingSince: early }))
    expect(after(held({ waitingSince: early }), { sender: 'admin' })).toEqual(held())
  })

  it('after the end begins anew, in another conversation', () => {
    const ended = room({ sessionState: 'ended' })
    expect(after(ended, {})).toEqual(room({ sessionId: 'next' }))
    const waiting = room({ sessionId: 'next', sessionState: 'waiting', waitingSince: now })
    expect(after(ended, { isRobotOn: false })).toEqual(waiting)
  })

  it('after the robot has handed over is a person’s', () => {
    const robot = { sender: 'robot' } as const
    expect(after(room(), robot)).toEqual(room())
    expect(after(room(), { ...robot, handsOver: true })).toEqual(room({ sessionState: 'waiting', waitingSince: now }))
  })

  it('is never the robot’s again in a conversation that was a person’s', () => {
    const message = fc.record({
      sender: fc.constantFrom('customer' as const, 'admin' as const, 'robot' as const),
      isRobotOn: fc.boolean(),
      handsOver: fc.boolean(),
    })
    const start = fc.constantFrom(room(), held(), room({ sessionState: 'waiting', waitingSince: early }))
    fc.assert(
      fc.property(start, fc.array(message, { maxLength: 20 }), (first, messages) => {
        let turn = first
        for (const each of messages) {
          const next = after(turn, each)
          if (turn.sessionState !== 'robot') expect(next.sessionState).not.toBe('robot')
          expect(next.sessionId).toBe('first')
          expect(next.agentId !== null).toBe(next.sessionState === 'held')
          if (each.sender === 'customer' && next.sessionState !== 'robot') expect(next.waitingSince).not.toBe(null)
          turn = next
        }
      }),
    )
  })
})
