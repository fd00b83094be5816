import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { openDatabase } from './index.ts'
import { requireServerVersion } from './postgres.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('a PostgreSQL server', () => {
  it('is refused in words when it is older than 15', () => {
    expect(() => requireServerVersion({ version: '14.12', versionNumber: 140012 })).toThrow(
      'PostgreSQL 15 or newer is needed, and DATABASE_URL leads to 14.12.',
    )
    expect(() => requireServerVersion({ version: '15.0', versionNumber: 150000 })).not.toThrow()
  })

  it('that cannot be reached is named in words without its password', async () => {
    const refusal = openDatabase({
      databaseUrl: 'postgres://somebody:secret-word@127.0.0.1:1/krapao',
      clock: systemClock,
      logger: silent,
    })
    const error = await refusal.catch((reason: unknown) => String(reason))
    expect(error).toMatch(/The PostgreSQL server of DATABASE_URL cannot be used: .*ECONNREFUSED/)
    expect(error).not.toContain('secret-word')
  })
})
