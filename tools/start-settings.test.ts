import { describe, expect, it } from 'vitest'
import { readSettings, StartError } from './start-settings.ts'

const said = (environment: Record<string, string>): string => {
  try {
    readSettings(environment)
    return ''
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
}

describe('settings of npm start', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '3e3'],
    ['PORT', '-1'],
    ['SANDBOX_PORT', '65536'],
    ['DESK_PORT', 'none'],
    ['KRAPAO_SANDBOX', 'yes'],
  ])('names %s when it is "%s"', (name, value) => {
    expect(said({ [name]: value })).toMatch(new RegExp(`^${name} must be .* and is "${value}"\\.$`))
  })

  it.each([
    ['PORT', 'SANDBOX_PORT'],
    ['PORT', 'DESK_PORT'],
    ['SANDBOX_PORT', 'DESK_PORT'],
  ])('says so when %s and %s are to be the same', (one, other) => {
    expect(said({ [one]: '4711', [other]: '4711' })).toMatch(new RegExp(`^${one} and ${other} are both 4711;`))
  })
})
