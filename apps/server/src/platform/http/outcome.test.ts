import { DETACHED } from '@krapao/ledger'
import { describe, expect, it } from 'vitest'
import { EngineLostError } from '../database/index.ts'
import { AppError } from '../errors.ts'
import { describeThrown } from './outcome.ts'

const coded = (code: string) => Object.assign(new Error('of the database'), { code })

describe('what was thrown', () => {
  it.each([
    ['a server that shuts down', coded('57P01')],
    ['a server that is not up yet', coded('57P03')],
    ['a standby that is about to take over and does not write yet', coded('25006')],
    ['a connection that was refused', coded('ECONNREFUSED')],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    ['a connection that broke before', new Error('Client has encountered a connection error and is not queryable')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['the embedded engine lost', new EngineLostError('lost')],
    ['the cause of another', new Error('a call failed', { cause: coded('08006') })],
  ])('by %s is answered 503: it may be tried again', (_what, error) => {
    expect(describeThrown(error, undefined)).toEqual({
      status: 503,
      body: { message: 'INTERNAL_SERVER_ERROR' },
      retryAfterS: 1,
    })
  })

  it.each([
    ['a rule of the database', coded('23505')],
    ['a defect', new TypeError('undefined is not a function')],
  ])('by %s is answered 500', (_what, error) => {
    expect(describeThrown(error, undefined).status).toBe(500)
  })

  it('by who asks for entries of a month that was detached is answered as a wrong shape', () => {
    const thrown = Object.assign(coded(DETACHED), { severity: 'ERROR' })
    expect(describeThrown(thrown, undefined)).toMatchObject({ status: 422, body: { message: 'NO_DATA' } })
  })

  it('as a refusal stays one', () => {
    expect(describeThrown(new AppError('NO_DATA'), undefined)).toMatchObject({
      status: 404,
      body: { message: 'NO_DATA' },
    })
  })
})
