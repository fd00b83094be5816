import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createConfig, lint } from '@redocly/openapi-core'
import { generate, HttpClient } from 'openapi-typescript-codegen'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import { openApiDocument } from './openapi.ts'
import { operationCalls } from './operations.ts'

const binaries = resolve(import.meta.dirname, '../../../node_modules/.bin')
const settings = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom'],
    types: [],
  },
  include: ['client'],
}
let folder: string
let file: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'krapao-openapi-'))
  file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(openApiDocument([...allCalls, ...operationCalls])))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is a document that a linter of others finds nothing in', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lint({ ref: file, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('gives a client, by a generator of others, that compiles', async () => {
  await generate({ input: file, output: join(folder, 'client'), httpClient: HttpClient.FETCH, useOptions: true })
  const { status, stdout } = spawnSync(join(binaries, 'tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})
