import { readStored, writeStored } from '@krapao/web'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepLastBalance, readLastBalance } from './last-balance.ts'
import { dropToken, endSession, forgetBalance, storeToken } from './session.ts'
import { storageKeys } from './storage-keys.ts'

const balance = { totalMinor: 123_450, asOfMs: 1_700_000_000_000 }

beforeEach(() => {
  dropToken()
})

describe('the last known balance', () => {
  it.each([
    ['remembered', true, 'always', 'session'],
    ['not remembered', false, 'session', 'always'],
  ] as const)('lies where the token of a member lies who is %s, and nowhere else', (_, isRemembered, own, other) => {
    storeToken('one', isRemembered)
    keepLastBalance('one', balance)
    expect(readLastBalance()).toEqual(balance)
    expect(readStored(storageKeys.lastBalance, own)).toBe(JSON.stringify(balance))
    expect(readStored(storageKeys.lastBalance, other)).toBeNull()
  })

  it.each([
    ['2023-11-14T22:00:00.000Z', Date.UTC(2023, 10, 14, 22)],
    ['2023-11-15T22:00:00.000Z', balance.asOfMs],
    ['no time', balance.asOfMs],
  ])('[GEN-031] is no newer than the last sync: %s', (lastSync, asOfMs) => {
    storeToken('one', true)
    keepLastBalance('one', balance)
    writeStored(storageKeys.lastSync, lastSync)
    expect(readLastBalance()).toEqual({ ...balance, asOfMs })
  })

  it.each([
    ['the logout', endSession],
    ['a token that is refused', dropToken],
    ['another login', () => storeToken('two', false)],
    ['the end of the service', forgetBalance],
  ])('goes with %s', (_, end) => {
    storeToken('one', true)
    keepLastBalance('one', balance)
    end()
    expect(readLastBalance()).toBeUndefined()
    for (const keeping of ['always', 'session'] as const)
      expect(readStored(storageKeys.lastBalance, keeping)).toBeNull()
  })

  it('is not kept of an answer that comes after its token has gone, or another one came', () => {
    keepLastBalance(null, balance)
    keepLastBalance('one', balance)
    storeToken('two', true)
    keepLastBalance('one', balance)
    expect(readLastBalance()).toBeUndefined()
  })

  it('has no more in it than the total and its time', () => {
    storeToken('one', true)
    const more = { ...balance, walletMinor: 1, games: ['PG'], profile: 'Kham' }
    keepLastBalance('one', more)
    expect(readStored(storageKeys.lastBalance)).toBe(JSON.stringify(balance))
  })

  it('of an age that is not known is kept as such', () => {
    storeToken('one', true)
    keepLastBalance('one', { totalMinor: 5, asOfMs: undefined })
    expect(readLastBalance()).toEqual({ totalMinor: 5, asOfMs: undefined })
  })

  it.each(['', '{', 'null', '[]', '{"totalMinor":"5"}', '{"totalMinor":1.5}'])('is none where %j is kept', (text) => {
    storeToken('one', true)
    writeStored(storageKeys.lastBalance, text)
    expect(readLastBalance()).toBeUndefined()
  })
})
