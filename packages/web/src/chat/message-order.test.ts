import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestSeq, withMessages } from './message-order.ts'

type Message = { seq: number; text?: string }

describe('messages', () => {
  it('are each there once and in the order of the server, however they come', () => {
    const whole = Array.from({ length: 12 }, (_, index): Message => ({ seq: index + 1 }))
    fc.assert(
      fc.property(fc.array(fc.subarray(whole), { maxLength: 8 }), (pages) => {
        const stored = pages.reduce<readonly Message[]>((all, page) => withMessages(all, page), [])
        const seqs = stored.map(({ seq }) => seq)
        expect(seqs).toEqual([...new Set(pages.flat().map(({ seq }) => seq))].toSorted((a, b) => a - b))
        expect(newestSeq(stored)).toBe(seqs.at(-1) ?? 0)
      }),
    )
  })

  it('are replaced by what comes again: the address of a file is made anew', () => {
    const again = { seq: 2, text: 'new' }
    expect(withMessages<Message>([{ seq: 1 }, { seq: 2 }], [again])[1]).toBe(again)
  })
})
