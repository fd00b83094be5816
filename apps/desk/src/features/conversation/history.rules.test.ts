import { describe, expect, it } from 'vitest'
import { aMessage } from '../../testing/desk.fixture.ts'
import { layRows } from './history.rules.ts'

describe('the rows of a conversation', () => {
  const nowMs = Date.parse('2026-11-21T20:00:00.000Z') // 03:00 of the 22nd in Bangkok.
  const at = (createdAt: string, session = 'one'): { createdAt: string; session_id: string } => ({
    createdAt,
    session_id: session,
  })

  it('have a separator for each day in Bangkok', () => {
    const messages = [
      aMessage(1, at('2026-11-20T16:59:00.000Z')),
      aMessage(2, at('2026-11-20T17:01:00.000Z')),
      aMessage(3, at('2026-11-21T17:00:00.000Z')),
    ]
    const dates = layRows(messages, nowMs, false).flatMap((row) => (row.kind === 'date' ? [[row.date, row.ago]] : []))
    expect(dates).toEqual([
      ['20/11/2026', 2],
      ['21/11/2026', 1],
      ['22/11/2026', 0],
    ])
  })

  it('have a marker where one conversation ends, and at the end of one that has ended', () => {
    const time = '2026-11-21T19:00:00.000Z'
    const messages = [aMessage(1, at(time, 'one')), aMessage(2, at(time, 'two'))]
    const kinds = (isEnded: boolean): string[] => layRows(messages, nowMs, isEnded).map(({ kind }) => kind)
    expect(kinds(false)).toEqual(['date', 'message', 'end', 'message'])
    expect(kinds(true)).toEqual(['date', 'message', 'end', 'message', 'end'])
  })

  it('say the name of a writer once for what he writes in one go', () => {
    const messages = [
      aMessage(1, at('2026-11-21T19:00:00.000Z')),
      aMessage(2, at('2026-11-21T19:01:00.000Z')),
      aMessage(3, { ...at('2026-11-21T19:01:30.000Z'), from: 'agent' }),
      aMessage(4, { ...at('2026-11-21T19:09:00.000Z'), from: 'agent' }),
    ]
    const rows = layRows(messages, nowMs, false)
    expect(rows.flatMap((row) => (row.kind === 'message' ? [row.isContinued] : []))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})
