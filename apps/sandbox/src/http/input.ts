import { readWireAmount } from '@krapao/money'
import { badRequest } from './refusal.ts'

/** A JSON object of a request whose members are still unknown. */
export type Input = Readonly<Record<string, unknown>>

/** The body as an object; anything else is a 400. */
export function readInput(body: unknown): Input {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('a JSON object is expected')
  return Object.fromEntries(Object.entries(body))
}

/** A member that is itself an object. */
export function readObject(input: Input, name: string): Input {
  const value = input[name]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badRequest(`${name} must be an object`)
  return Object.fromEntries(Object.entries(value))
}

/** A text of 1 to `max` characters. */
export function readText(input: Input, name: string, max = 200): string {
  const value = input[name]
  if (typeof value !== 'string' || value.length === 0 || value.length > max) {
    throw badRequest(`${name} must be a text of 1 to ${max} characters`)
  }
  return value
}

/** A text or, when the member is absent, null or empty, null. */
export function readOptionalText(input: Input, name: string, max = 200): string | null {
  const value = input[name]
  if (value === undefined || value === null || value === '') return null
  return readText(input, name, max)
}

/** A text that has the shape of an id or a code. */
export function readShaped(input: Input, name: string, shape: RegExp): string {
  const value = readText(input, name)
  if (!shape.test(value)) throw badRequest(`${name} must look like ${shape.source}`)
  return value
}

/** An amount above zero with at most two decimals, as integer hundredths: satang, or hundredths of game credits. */
export function readAmount(input: Input, name: string): number {
  const read = readWireAmount(input[name])
  if (!read.ok || read.amountMinor === 0) {
    throw badRequest(`${name} must be a number above zero with at most two decimals`)
  }
  return read.amountMinor
}

/**
 * An amount written with exactly two decimals, as integer hundredths: `12.50`. With `signed` it may stand below zero,
 * `-12.50`. Zero, a plus sign, leading zeros or another number of decimals are a 400.
 */
export function readDecimal(input: Input, name: string, { signed }: { signed: boolean }): number {
  const value = input[name]
  const isDecimal = typeof value === 'string' && /^-?(0|[1-9]\d{0,11})\.\d{2}$/.test(value)
  const hundredths = isDecimal ? Number(value.replace('.', '')) : 0
  if (hundredths === 0 || (hundredths < 0 && !signed)) {
    throw badRequest(`${name} must be ${signed ? 'an' : 'a positive'} amount with two decimals, such as 12.50`)
  }
  return hundredths
}

/** Hundredths as they are written with exactly two decimals. */
export function writeDecimal(hundredths: number): string {
  return (hundredths / 100).toFixed(2)
}

/** A win (above zero) or a loss (below), as integer hundredths. */
export function readChange(input: Input, name: string): number {
  const value = input[name]
  const read = readWireAmount(typeof value === 'number' ? Math.abs(value) : value)
  if (!read.ok) throw badRequest(`${name} must be a number with at most two decimals`)
  return Number(value) < 0 ? -read.amountMinor : read.amountMinor
}

/** A point in time in ISO 8601 as milliseconds, or null when the member is absent. */
export function readOptionalTime(input: Input, name: string): number | null {
  const text = readOptionalText(input, name)
  if (text === null) return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw badRequest(`${name} must be a time such as 2026-11-21T09:30:00Z`)
  return time
}

/** A whole number from 0 to `max`, or null when the member is absent. */
export function readOptionalCount(input: Input, name: string, max: number): number | null {
  const value = input[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
    throw badRequest(`${name} must be a whole number from 0 to ${max}`)
  }
  return value
}
