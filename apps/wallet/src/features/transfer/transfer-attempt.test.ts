import { CallError } from '@krapao/web'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../lib/api/call-api.ts'
import { isAwaited } from '../../lib/awaited.ts'
import { dropSent, keepSent, readSent } from '../../lib/sent-money.ts'
import type { TransferEnd } from './transfer-attempt.ts'
import { askTransfer, readTransferAttempt, resumeTransfer, sendTransfer } from './transfer-attempt.ts'
import type { Order } from './transfer.rules.ts'

vi.mock('../../lib/api/call-api.ts', () => ({ callApi: vi.fn() }))
vi.mock('../../lib/session.ts', () => ({ readToken: () => token }))

let token = 'one'
const side = { name: '', amountMinor: 500_00, factorTenThousandths: 10_000, isStale: false, logo: undefined }
const order: Order = { from: { ...side, code: 'WALLET' }, to: { ...side, code: 'PG' }, amountMinor: 50_00 }
const answer = (status: string): object => ({
  _id: 'moved',
  wallet: { amount: 450 },
  slots: [{ code: 'PG', amount: 50 }],
  status,
})
const call = vi.mocked(callApi)

/** The keys of all calls so far. */
const keys = (): unknown[] => call.mock.calls.map(([, , options]) => options?.idempotencyKey)

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

let ends: TransferEnd[]
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset()
  ends = []
  client = new QueryClient()
})

afterEach(async () => {
  // Whatever a test left open ends here.
  call.mockRejectedValue(new CallError({ kind: 'refused', code: 'TRANSFER_FAIL', status: 502 }))
  askTransfer()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(readTransferAttempt()).toBeUndefined()
})

const send = (): void => sendTransfer(client, order, (end) => ends.push(end))

describe('a transfer that was confirmed', () => {
  it('is sent once, however often it is confirmed', async () => {
    call.mockResolvedValue(answer('SUCCESS'))
    send()
    send()
    await settle()
    expect(call).toHaveBeenCalledTimes(1)
    expect(call.mock.calls[0]?.[2]?.body).toEqual({ from: 'WALLET', to: 'PG', amount: 50 })
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
    expect(readTransferAttempt()).toBeUndefined()
  })

  it('has a key of its own each time', async () => {
    call.mockResolvedValue(answer('SUCCESS'))
    send()
    await settle()
    send()
    await settle()
    expect(new Set(keys()).size).toBe(2)
  })

  it('that the game has not confirmed is waited for, and asked under its key until it has', async () => {
    call.mockResolvedValueOnce(answer('IN_PROGRESS')).mockResolvedValueOnce(answer('IN_PROGRESS'))
    call.mockResolvedValueOnce(answer('SUCCESS'))
    send()
    await settle()
    expect(readTransferAttempt()?.phase).toBe('waiting')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  it('is waited for through a network that fails meanwhile', async () => {
    call.mockResolvedValueOnce(answer('IN_PROGRESS')).mockRejectedValueOnce(new CallError({ kind: 'offline' }))
    call.mockResolvedValueOnce(answer('SUCCESS'))
    send()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
  })

  it('is asked about at once when home has news of the money', async () => {
    call.mockResolvedValueOnce(answer('IN_PROGRESS')).mockResolvedValueOnce(answer('SUCCESS'))
    send()
    await settle()
    await client.fetchQuery({ queryKey: ['home'], queryFn: () => ({ wallet: { amount: 0 }, slots: [] }) })
    // Much less than the first pause between two questions.
    await vi.advanceTimersByTimeAsync(100)
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
  })

  it('that was refused has ended, with the reason', async () => {
    const error = new CallError({ kind: 'refused', code: 'MONEY_NOT_ENOUGH', status: 409 })
    call.mockRejectedValueOnce(error)
    send()
    await settle()
    expect(ends).toEqual([
      { order, isDone: false, open: { end: 'refused', error, reference: expect.stringMatching(/^[0-9A-F]{8}$/) } },
    ])
  })

  it('that was refused with a status of trouble has ended all the same, when the call documents the code', async () => {
    const error = new CallError({ kind: 'refused', code: 'MONEY_NOT_ENOUGH', status: 500 })
    call.mockRejectedValueOnce(error)
    send()
    await settle()
    expect(ends).toEqual([
      { order, isDone: false, open: { end: 'refused', error, reference: expect.stringMatching(/^[0-9A-F]{8}$/) } },
    ])
  })

  it('that the door turned away is not known, says why, and keeps its key', async () => {
    const error = new CallError({ kind: 'refused', code: 'INACTIVE_USER', status: 403 })
    call.mockRejectedValueOnce(new CallError({ kind: 'offline' })).mockRejectedValueOnce(error)
    send()
    await settle()
    askTransfer()
    await settle()
    expect(readTransferAttempt()).toMatchObject({ phase: 'unknown', reason: error })
    expect(ends).toEqual([])
    call.mockResolvedValueOnce(answer('SUCCESS'))
    askTransfer()
    await settle()
    expect(new Set(keys()).size).toBe(1)
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
  })

  it('without an answer in time is asked about, not guessed, and never sent under another key', async () => {
    call
      .mockRejectedValueOnce(new CallError({ kind: 'timeout' }))
      .mockRejectedValueOnce(new CallError({ kind: 'timeout' }))
    send()
    await settle()
    expect(readTransferAttempt()?.phase).toBe('unknown')
    expect(ends).toEqual([])
    send()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(call).toHaveBeenCalledTimes(2)
    call.mockResolvedValueOnce(answer('SUCCESS'))
    askTransfer()
    askTransfer()
    await settle()
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  it('is in doubt once its answer is lost, and not while it may come', async () => {
    client.setQueryData(['home'], { profile: { _id: 'me' } })
    const first = Promise.withResolvers<never>()
    const second = Promise.withResolvers<never>()
    call.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise)
    send()
    await settle()
    const key = readSent('sentTransfer', 'me')?.key ?? ''
    expect(isAwaited(key)).toBe(true)
    first.reject(new CallError({ kind: 'timeout' }))
    await settle()
    expect(isAwaited(key)).toBe(true)
    second.reject(new CallError({ kind: 'offline' }))
    await settle()
    expect(readTransferAttempt()?.phase).toBe('unknown')
    expect(isAwaited(key)).toBe(false)
    dropSent('sentTransfer')
  })

  it('is not sent again by itself when nothing went out: only when it is asked about', async () => {
    call.mockRejectedValueOnce(new CallError({ kind: 'offline' }))
    send()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(call).toHaveBeenCalledTimes(1)
    expect(readTransferAttempt()?.phase).toBe('unknown')
  })

  it('is forgotten on the page of another member', async () => {
    call.mockResolvedValueOnce(answer('IN_PROGRESS'))
    send()
    await settle()
    token = 'two'
    await vi.advanceTimersByTimeAsync(10_000)
    expect(call).toHaveBeenCalledTimes(1)
    expect(readTransferAttempt()).toBeUndefined()
    expect(ends).toEqual([])
    token = 'one'
  })
})

describe('a transfer without an end that is known', () => {
  const memberId = 'a'.repeat(26)
  const sent = {
    memberId,
    key: 'the key',
    from: 'WALLET',
    to: 'PG',
    amountMinor: 50_00,
    sentAtMs: 0,
    isUnderWay: false,
  }

  beforeEach(() => {
    client.setQueryData(['home'], { profile: { _id: memberId }, wallet: { amount: 0 }, slots: [] })
  })
  afterEach(() => dropSent('sentTransfer'))

  it('is kept from the moment it goes out, for this member and a day, until its end is known', async () => {
    call.mockResolvedValueOnce(answer('IN_PROGRESS'))
    send()
    expect(readSent('sentTransfer', memberId)).toMatchObject({
      from: 'WALLET',
      to: 'PG',
      amountMinor: 50_00,
      isUnderWay: false,
    })
    expect(readSent('sentTransfer', 'somebody else')).toBeUndefined()
    expect(readSent('sentTransfer', memberId, Date.now() + 25 * 3_600_000)).toBeUndefined()
    await settle()
    expect(readSent('sentTransfer', memberId)).toMatchObject({ key: keys()[0], isUnderWay: true })
    call.mockResolvedValueOnce(answer('SUCCESS'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
    expect(readSent('sentTransfer', memberId)).toBeUndefined()
  })

  it('is taken up again under its key, and sent by nobody but its member', async () => {
    resumeTransfer(client, sent, order, (end) => ends.push(end))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(call).not.toHaveBeenCalled()
    expect(readTransferAttempt()?.phase).toBe('unknown')
    call.mockResolvedValueOnce(answer('SUCCESS'))
    askTransfer()
    await settle()
    expect(keys()).toEqual(['the key'])
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
  })

  it('is asked about at once when the server knows of it', async () => {
    call.mockResolvedValueOnce(answer('SUCCESS'))
    resumeTransfer(client, { ...sent, isUnderWay: true }, order, (end) => ends.push(end))
    await settle()
    expect(keys()).toEqual(['the key'])
    expect(ends).toEqual([{ order, isDone: true, id: 'moved' }])
  })

  it('is not found in what is broken', () => {
    keepSent('sentTransfer', { ...sent, amountMinor: 0.5, sentAtMs: Date.now() })
    expect(readSent('sentTransfer', memberId)).toBeUndefined()
  })
})
