import { type Call, isCode, refusalsOf } from '@krapao/contract'
import { expect } from 'vitest'
import type { WireAnswer } from './wire.ts'

/** What every call may also say, whatever it is about: it is none, or it cannot be read. */
function isRefusalOf(call: Call, status: number, code: string): boolean {
  if (status === 404 && code === 'NOT_FOUND') return true
  if ((status === 413 || status === 415) && code === call.shapeCode) return true
  if (status === 431 && code === 'NO_DATA') return true
  return (
    refusalsOf(call)
      .get(status)
      ?.some((known) => known === code) === true
  )
}

/** Expects a refusal to be one of the call's own, told by `message` and `details` and nothing else. */
export function expectRefusal(call: Call, { status, headers, text }: WireAnswer): void {
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text) as { message: string; details?: unknown }
  expect(Object.keys(body).filter((name) => name !== 'message' && name !== 'details')).toEqual([])
  expect(isCode(body.message)).toBe(true)
  if ('details' in body) expect(Object.getPrototypeOf(body.details)).toBe(Object.prototype)
  expect(`${status} ${body.message} ${isRefusalOf(call, status, body.message)}`).toBe(`${status} ${body.message} true`)
  expect(text).not.toMatch(/node_modules|FST_|Error|\bat .+:\d+|valibot|fastify|pglite|postgres|syntax|\bselect\b/i)
  expect(text.length).toBeLessThan(2_000)
  expect(headers['cache-control']).toBe('no-store')
  if (status !== 431) expect(headers['x-request-id']).toMatch(/^[0-9a-z]{20,32}$/)
}
