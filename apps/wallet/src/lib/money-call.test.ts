import { allCalls, refusalsOf, WITHDRAW_ALL_REFUSALS } from '@krapao/contract'
import { CallError } from '@krapao/web'
import { describe, expect, it, vi } from 'vitest'
import { createMoneyWish, createWishBook } from './money-call.ts'

const refused = (status: number, code: string): CallError => new CallError({ kind: 'refused', status, code })
const withdrawalEndsAs = async (error: unknown): Promise<string> =>
  (await createMoneyWish().send('', WITHDRAW_ALL_REFUSALS, () => Promise.reject(error as Error)))?.end ?? ''

describe('what may have happened', () => {
  it.each<readonly [number, string]>([
    ...WITHDRAW_ALL_REFUSALS.map((code) => [409, code] as const),
    [500, 'MONEY_NOT_ENOUGH'],
    [502, 'TRANSFER_FAIL'],
  ])('is nothing after %s %s, which the contract names for the call', async (status, code) => {
    expect(await withdrawalEndsAs(refused(status, code))).toBe('refused')
  })

  it.each([
    [401, 'EXPIRED_AUTH_TOKEN'],
    [403, 'INACTIVE_USER'],
    [403, 'INVALID_IP'],
    [409, 'REQUEST_IN_PROGRESS'],
    [410, 'gone'],
    [422, 'IDEMPOTENCY_MISMATCH'],
    [429, 'REQUEST_LIMIT'],
    [500, 'INTERNAL_SERVER_ERROR'],
    [503, ''],
    [409, 'Words of an operator'],
    // Another call's refusal is none of this one.
    [409, 'NO_INVITE_BONUS'],
  ])('is open after %s %s', async (status, code) => {
    expect(await withdrawalEndsAs(refused(status, code))).toBe('unknown')
  })

  it.each(['timeout', 'offline', 'unreadable'] as const)('is open after %s', async (kind) => {
    expect(await withdrawalEndsAs(new CallError({ kind }))).toBe('unknown')
    expect(await withdrawalEndsAs(new Error('anything'))).toBe('unknown')
  })

  it('is never a no by what stands before a call: each call that moves money names its own refusals', () => {
    const doors = allCalls.flatMap((call) => {
      if (!call.idempotent) return []
      const own = new Set<string>(call.codes)
      return [...refusalsOf(call).values()].flat().filter((code) => !own.has(code))
    })
    expect([...new Set(doors)].toSorted()).toEqual(
      expect.arrayContaining(['INACTIVE_USER', 'INTERNAL_SERVER_ERROR', 'REQUEST_IN_PROGRESS', 'UNAUTHORIZED']),
    )
  })
})

describe('a wish', () => {
  const lost = (): Promise<never> => Promise.reject(new CallError({ kind: 'timeout' }))
  const denied = (): Promise<never> => Promise.reject(refused(409, 'MONEY_NOT_ENOUGH'))

  /** Sends one content after the other and returns the keys that went out. */
  async function keysOf(...wishes: (readonly [content: string, call: () => Promise<unknown>])[]): Promise<string[]> {
    const wish = createMoneyWish()
    const keys: string[] = []
    for (const [content, call] of wishes) {
      await wish.send(content, WITHDRAW_ALL_REFUSALS, (key) => {
        keys.push(key)
        return call()
      })
    }
    return keys
  }

  it('keeps its key while its end is not known, and takes a new one after a yes or a no', async () => {
    const [first, second, third, fourth] = await keysOf(
      ['100', lost],
      ['100', denied],
      ['100', () => Promise.resolve('made')],
      ['100', lost],
    )
    expect(second).toBe(first)
    expect(new Set([second, third, fourth]).size).toBe(3)
  })

  it('keeps its key while the answer is that it is under way', async () => {
    const wish = createMoneyWish()
    const keys: string[] = []
    for (const answer of ['under way', 'under way', 'over', 'over']) {
      const call = (key: string) => Promise.resolve(keys.push(key) && answer)
      await wish.send('', WITHDRAW_ALL_REFUSALS, call, (answered) => answered === 'over')
    }
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('has another key for other content', async () => {
    const keys = await keysOf(['100', lost], ['200', lost], ['100', lost])
    expect(new Set(keys).size).toBe(3)
  })

  it('goes out once at a time', async () => {
    const answer = Promise.withResolvers<string>()
    const call = vi.fn(() => answer.promise)
    const wish = createMoneyWish({ content: '100', key: 'kept' })
    const first = wish.send('100', WITHDRAW_ALL_REFUSALS, call)
    expect(await wish.send('100', WITHDRAW_ALL_REFUSALS, call)).toBeUndefined()
    answer.resolve('made')
    expect(await first).toEqual({ end: 'done', answer: 'made' })
    expect(call.mock.calls).toEqual([['kept']])
  })
})

describe('a wish by its name', () => {
  /** Sends a claim that gets no answer for one owner after the other and returns the keys that went out. */
  async function keysOf(...owners: (readonly [token: string, memberId?: string])[]): Promise<string[]> {
    const wishFor = createWishBook()
    const keys: string[] = []
    for (const [token, memberId] of owners) {
      await wishFor('claim', { token, memberId }).send('', WITHDRAW_ALL_REFUSALS, (key) => {
        keys.push(key)
        return Promise.reject(new CallError({ kind: 'timeout' }))
      })
    }
    return keys
  }

  it('keeps its key when its member gets a new token, as after a new password, and when he is known later', async () => {
    const keys = await keysOf(['old', 'member'], ['new', 'member'], ['new'], ['newer', 'member'])
    expect(new Set(keys).size).toBe(1)
    expect(new Set(await keysOf(['one'], ['one', 'member'], ['two', 'member'])).size).toBe(1)
  })

  it('is another one for another member, and for one who may be another', async () => {
    expect(new Set(await keysOf(['one', 'member'], ['two', 'other'], ['three'])).size).toBe(3)
  })
})
