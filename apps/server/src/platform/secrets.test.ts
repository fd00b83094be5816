import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { createSecrets, readOrMakeSecret } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'krapao-secret-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('derives a key of its own for each purpose, always the same one', () => {
  const secrets = createSecrets(['00'.repeat(31) + '01'])
  const other = createSecrets(['00'.repeat(31) + '02'])
  // From another implementation of RFC 5869, with SHA-256 and an empty salt.
  expect(secrets.derive('sandbox-bank')).toBe('5bf1e3177a80081f80681524d4d5ec60e3b5c3402868f1caee34b0df867c4e87')
  expect(secrets.derive('sandbox-sms')).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets.derive('sandbox-sms')).not.toBe(secrets.derive('sandbox-bank'))
  expect(other.derive('sandbox-bank')).not.toBe(secrets.derive('sandbox-bank'))
  expect(() => createSecrets(['abc'])).toThrow('64 hexadecimal digits')
})

it('makes a secret that processes starting at the same moment agree on, for its owner alone', async () => {
  const data = join(folder, 'new', 'data')
  const program = `import { readOrMakeSecret } from ${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))}
    console.log(...readOrMakeSecret(${JSON.stringify(data)}))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', program])
  const outputs = await Promise.all(Array.from({ length: 4 }, run))
  const secrets = new Set(outputs.map(({ stdout }) => stdout.trim()))
  expect(secrets.size).toBe(1)
  expect([...secrets][0]).toMatch(/^[0-9a-f]{64}$/)
  expect(readdirSync(data)).toEqual(['secret'])
  expect(statSync(join(data, 'secret')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(data, 'secret'), 'utf8').trim()).toBe([...secrets][0])
})

it('keeps the secret that is there, and refuses a file that holds something else', () => {
  writeFileSync(join(folder, 'secret'), `${'AB'.repeat(32)}\n`)
  expect(readOrMakeSecret(folder)).toEqual(['ab'.repeat(32)])
  writeFileSync(join(folder, 'secret'), `${'cd'.repeat(32)}\n${'ab'.repeat(32)}\n`)
  expect(readOrMakeSecret(folder)).toEqual(['cd'.repeat(32), 'ab'.repeat(32)])
  writeFileSync(join(folder, 'secret'), 'abc')
  expect(() => readOrMakeSecret(folder)).toThrow(/secret must hold 64 hexadecimal digits/)
  expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('abc')
})
