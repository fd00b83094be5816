import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inviteProblem, maskedName } from './invite.rules.ts'

describe('masked names', () => {
  it.each([
    ['Somchai Jaidee', 'S*** J***'],
    ['สมชาย ใจดี', 'ส*** ใ***'],
    ['กี้', 'กี้***'],
    ['ສົມຊາຍ ໃຈດີ', 'ສົ*** ໃ***'],
    ['A', 'A***'],
    ['👨‍👩‍👧 Ann', '👨‍👩‍👧*** A***'],
    ['Jean-Luc  de la Tour', 'J*** d*** l*** T***'],
  ])('%s is shown as %s', (name, shown) => {
    expect(maskedName(name)).toBe(shown)
  })

  it('tell neither the rest of a word nor how long it is', () => {
    const word = fc.stringMatching(/^[a-z]{1,20}$/)
    fc.assert(
      fc.property(word, word, word, (first, one, other) => {
        const initial = first.slice(0, 1)
        expect(maskedName(`${initial}${one}`)).toBe(maskedName(`${initial}${other}`))
      }),
    )
  })
})

describe('why there is nothing to receive', () => {
  it.each([
    [false, 0, false, 'NO_INVITEE_PLAY_INFO'],
    [false, 0, true, 'NO_INVITEE_PLAY_INFO'],
    [true, 0, true, 'INVITE_COLLECT'],
    [true, 0, false, 'NO_INVITE_BONUS'],
    [true, 1, false, null],
    [true, 1, true, null],
    [false, 1, false, null],
  ] as const)(
    'friends played %s, %i satang, received before %s: %s',
    (hasPlayingInvitee, amountMinor, hasReceived, problem) => {
      expect(inviteProblem({ hasPlayingInvitee, amountMinor, hasReceived })).toBe(problem)
    },
  )
})
