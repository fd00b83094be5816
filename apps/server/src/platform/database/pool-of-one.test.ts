import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseTimeoutError, PoolOfOne } from './pool-of-one.ts'

const limits = { acquireTimeoutMs: 30_000, idleTimeoutMs: 60_000, endTimeoutMs: 4_000 }

function recordingPool(): { pool: PoolOfOne; ran: string[] } {
  const ran: string[] = []
  const session = {
    run: (text: string) => {
      ran.push(text)
      return Promise.resolve({ command: 'SELECT', rowCount: 0, fields: [], rows: [] })
    },
  }
  return { pool: new PoolOfOne(session, limits), ran }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('the pool of one', () => {
  it('serves callers in the order they asked, each from connect to release', async () => {
    const { pool, ran } = recordingPool()
    const work = async (name: string): Promise<void> => {
      const client = await pool.connect()
      await client.query(`${name} begins`, [])
      await client.query(`${name} ends`, [])
      client.release()
    }
    await Promise.all(['a', 'b', 'c'].map(work))
    expect(ran).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives up waiting after a while, and serves the others', async () => {
    const { pool } = recordingPool()
    const first = await pool.connect()
    const second = pool.connect().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_000)
    const third = pool.connect()
    expect(pool.waitingCount).toBe(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await second).toBeInstanceOf(DatabaseTimeoutError)
    first.release()
    ;(await third).release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rolls back and passes on when a caller holds it without a statement', async () => {
    const { pool, ran } = recordingPool()
    const held = await pool.connect()
    await held.query('begin', [])
    await vi.advanceTimersByTimeAsync(59_000)
    await held.query('insert', [])
    await vi.advanceTimersByTimeAsync(59_000)
    expect(ran).toEqual(['begin', 'insert'])
    const next = pool.connect()
    await vi.advanceTimersByTimeAsync(1_000)
    const client = await next
    await client.query('select', [])
    await expect(held.query('commit', [])).rejects.toBeInstanceOf(DatabaseTimeoutError)
    held.release()
    expect(ran).toEqual(['begin', 'insert', 'rollback', 'select'])
    client.release()
  })

  it('rolls back what a caller leaves unclean', async () => {
    const { pool, ran } = recordingPool()
    ;(await pool.connect()).release(true)
    ;(await pool.connect()).release()
    expect(ran).toEqual(['rollback'])
  })

  it('does not serve a client that was given back', async () => {
    const { pool } = recordingPool()
    const client = await pool.connect()
    client.release()
    client.release()
    await expect(client.query('select', [])).rejects.toThrow('given back')
    await Promise.all([pool.connect(), pool.connect().catch(() => undefined), vi.advanceTimersByTimeAsync(30_000)])
  })

  it('rejects the holder and all who wait when the session is gone, and then serves again', async () => {
    const { pool } = recordingPool()
    const held = await pool.connect()
    const waiting = pool.connect().catch((error: unknown) => error)
    pool.fail(() => new Error('gone'))
    expect(await waiting).toEqual(new Error('gone'))
    await expect(held.query('select', [])).rejects.toThrow('gone')
    held.release()
    ;(await pool.connect()).release()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when those who came before are done, or when they take too long', async () => {
    const patient = recordingPool()
    const client = await patient.pool.connect()
    const ended = patient.pool.end()
    await expect(patient.pool.connect()).rejects.toThrow('closed')
    client.release()
    await ended

    const hurried = recordingPool()
    const held = await hurried.pool.connect()
    const end = hurried.pool.end()
    await vi.advanceTimersByTimeAsync(4_000)
    await end
    await expect(held.query('select', [])).rejects.toThrow('closing')
    await recordingPool().pool.end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
