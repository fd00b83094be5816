import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { type Command, serveCommands } from './platform/commands/index.ts'
import { createTestLogger } from './testing/logger.ts'

const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'krapao-operate-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs the program as a shell would. */
function operate(
  words: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const environment = { PATH: process.env['PATH'], ...settings }
    const child = spawn(process.execPath, [join(import.meta.dirname, 'operate.ts'), ...words], { env: environment })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', fail)
    child.on('exit', (code) => done({ code: code ?? 128, output }))
  })
}

it('prints what the server answers and ends with its exit code', async () => {
  const folder = newFolder()
  const { logger, lines } = createTestLogger()
  const commands: Command[] = [
    { name: 'say', usage: 'WORDS - says them', run: (words) => Promise.resolve(words.join('|')) },
    { name: 'audit', usage: '- audits', run: () => Promise.resolve({ text: 'The ledger is wrong', exitCode: 1 }) },
  ]
  const door = await serveCommands({ dataFolder: folder, commands, logger })
  closing.push(() => door.close())
  const settings = { KRAPAO_DATA: folder }
  expect(await operate(['say', 'two words', 'ค่า'], settings)).toEqual({ code: 0, output: 'two words|ค่า\n' })
  expect(await operate(['audit'], settings)).toEqual({ code: 1, output: 'The ledger is wrong\n' })
  const actor = `cli:${userInfo().username}`
  expect(lines).toMatchObject([
    { actor, command: 'say', words: 'two words ค่า' },
    { actor, command: 'audit' },
  ])
})

it('tells all that can be done also where no server runs, and leaves nothing behind', async () => {
  const folder = newFolder()
  for (const words of [[], ['help']]) {
    const told = await operate(words, { KRAPAO_DATA: folder })
    expect(told.code).toBe(0)
    expect(told.output).toMatch(/^ {2}import FILE … - /m)
    expect(told.output).toMatch(/^ {2}withdrawals list .*pay\|return\|hold ID /m)
  }
  expect(readdirSync(folder)).toEqual([])
})

it('names files by where the command was typed', async () => {
  const folder = newFolder()
  const commands: Command[] = [{ name: 'import', usage: 'FILE', run: (words) => Promise.resolve(words.join('|')) }]
  const door = await serveCommands({ dataFolder: folder, commands, logger: createTestLogger().logger })
  closing.push(() => door.close())
  const told = await operate(['import', 'own.json', '/etc/other.json'], { KRAPAO_DATA: folder, INIT_CWD: '/home/me' })
  expect(told).toEqual({ code: 0, output: '/home/me/own.json|/etc/other.json\n' })
})

it('says in one sentence that no server runs there, or which setting is wrong', async () => {
  const folder = newFolder()
  const nobody = await operate(['audit'], { KRAPAO_DATA: folder })
  expect(nobody.code).toBe(1)
  expect(nobody.output).toContain(`No server runs on the data folder ${folder}.`)
  const wrong = await operate(['audit'], { KRAPAO_DATA: folder, PORT: 'none' })
  expect(wrong.code).toBe(1)
  expect(wrong.output).toMatch(/^PORT must be .*\n$/)
})
