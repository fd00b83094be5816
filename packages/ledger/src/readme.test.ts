import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { compileFunction } from 'node:vm'
import { expect, it } from 'vitest'
import { createLedger, ledgerMigrations } from './index.ts'
import { testEngine } from './testing/engines.ts'

it('does what the first example of the README says, in ten lines', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const [, example = ''] = /```ts\n(.*?)```/s.exec(readme) ?? []
  const lines = example.trimEnd().split('\n')
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe("import { createLedger, ledgerMigrations } from '@krapao/ledger'")

  const database = await testEngine.openBare()
  const said: unknown[] = []
  const names = ['createLedger', 'ledgerMigrations', 'database', 'console']
  const code = stripTypeScriptTypes(`async () => {\n${lines.slice(1).join('\n')}\n}`)
  const run = compileFunction(`return (${code})()`, names) as (...given: unknown[]) => Promise<void>
  await run(createLedger, ledgerMigrations, database, { log: (...words: unknown[]) => said.push(...words) })
  expect(said).toEqual([{ ok: true, replayed: false }, 150_00])
  await database.close()
})
