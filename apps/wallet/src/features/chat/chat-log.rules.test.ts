import type { ChatMessage } from '@krapao/contract'
import { describe, expect, it } from 'vitest'
import { textMessage } from './chat.fixture.ts'
import { entriesOf, rowsOf } from './chat-log.rules.ts'

const NOW_MS = Date.parse('2026-11-21T10:00:00.000Z')

/** The rows in short: a word for a mark, the number for a message. */
function rowsIn(messages: readonly ChatMessage[]): (string | number | undefined)[] {
  return rowsOf(entriesOf(messages, []), NOW_MS).map((row) => {
    if (row.kind === 'end') return 'end'
    return row.kind === 'day' ? row.name : row.entry.seq
  })
}

describe('the rows of the log', () => {
  it('[CHT-007] begin each day of Bangkok with its name', () => {
    const at = (seq: number, createdAt: string): ChatMessage => textMessage(seq, { createdAt })
    expect(
      rowsIn([
        at(1, '2026-11-18T16:59:59.000Z'),
        at(2, '2026-11-18T17:00:00.000Z'),
        at(3, '2026-11-20T16:00:00.000Z'),
        at(4, '2026-11-20T17:00:00.000Z'),
        at(5, '2026-11-21T09:00:00.000Z'),
      ]),
    ).toEqual(['date', 1, 'date', 2, 'yesterday', 3, 'today', 4, 5])
  })

  it('say who begins to speak, the robot apart from people, each with a time of his own', () => {
    const by = (seq: number, sender: string): ChatMessage => textMessage(seq, { sender })
    const said = [by(1, 'customer'), by(2, 'robot'), by(3, 'robot'), by(4, 'admin'), by(5, 'other')]
    const spoken = rowsOf(entriesOf(said, []), NOW_MS).flatMap((row) =>
      row.kind === 'message' ? [[row.entry.writer, row.isTurn, row.hasTime]] : [],
    )
    expect(spoken).toEqual([
      ['you', true, true],
      ['robot', true, false],
      ['robot', false, true],
      ['admin', true, false],
      ['admin', false, true],
    ])
  })

  it('[CHT-008] mark the end of a conversation where another begins', () => {
    const of = (seq: number, session_id: string): ChatMessage => textMessage(seq, { session_id })
    expect(rowsIn([of(1, 'a'), of(2, 'a'), of(3, 'b'), of(4, 'b'), of(5, 'c')])).toEqual([
      'today',
      1,
      2,
      'end',
      3,
      4,
      'end',
      5,
    ])
  })

  it('write a time once for all of one side and minute', () => {
    const of = (seq: number, sender: string, createdAt: string): ChatMessage => textMessage(seq, { sender, createdAt })
    const rows = rowsOf(
      entriesOf(
        [
          of(1, 'admin', '2026-11-21T09:00:01.000Z'),
          of(2, 'admin', '2026-11-21T09:00:59.000Z'),
          of(3, 'customer', '2026-11-21T09:00:59.000Z'),
          of(4, 'customer', '2026-11-21T09:01:00.000Z'),
        ],
        [],
      ),
      NOW_MS,
    )
    const times = rows.flatMap((row) => (row.kind === 'message' && row.hasTime ? [row.entry.seq] : []))
    expect(times).toEqual([2, 3, 4])
  })

  it('have keys of their own, and keep that of a message when it is stored', () => {
    const sent = textMessage(3, { sender: 'customer' })
    const outgoing = {
      clientId: sent.deliver.id,
      content: sent.message,
      status: 'sending',
      share: 0,
      error: null,
      stored: undefined,
    } as const
    const before = rowsOf(entriesOf([textMessage(1), textMessage(2)], [outgoing]), NOW_MS)
    const after = rowsOf(entriesOf([textMessage(1), textMessage(2), sent], [outgoing]), NOW_MS)
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(new Set(after.map(({ key }) => key)).size).toBe(after.length)
  })

  it('[CHT-007] stand below their day from the first: it does not come above what was sent when that is stored', () => {
    const sent = textMessage(1, { sender: 'customer', createdAt: new Date(NOW_MS).toISOString() })
    const status = 'sending' as const
    const outgoing = {
      clientId: sent.deliver.id,
      content: sent.message,
      status,
      share: 0,
      error: null,
      stored: undefined,
    }
    const kinds = (rows: readonly { kind: string }[]): string[] => rows.map(({ kind }) => kind)
    expect(kinds(rowsOf(entriesOf([], [outgoing]), NOW_MS))).toEqual(['day', 'message'])
    expect(kinds(rowsOf(entriesOf([sent], [outgoing]), NOW_MS))).toEqual(['day', 'message'])
  })
})
