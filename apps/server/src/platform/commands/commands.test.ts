import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestLogger } from '../../testing/logger.ts'
import {
  actorOfMachine,
  type Command,
  CommandError,
  commandSocketPath,
  runCommand,
  sendCommand,
  serveCommands,
} from './index.ts'

const commands: Command[] = [
  { name: 'list', usage: '- lists', run: () => Promise.resolve('all of it') },
  { name: 'list pay', usage: 'ID - pays', run: ([id]) => Promise.resolve(`paid ${id}`) },
  { name: 'audit', usage: '- audits', run: () => Promise.resolve({ text: 'wrong', exitCode: 1 }) },
  { name: 'refuse', usage: '- refuses', run: () => Promise.reject(new CommandError('Not like this.')) },
  { name: 'break', usage: '- breaks', run: () => Promise.reject(new Error('secret insides')) },
  { name: 'big', usage: '- says much', run: () => Promise.resolve('ก'.repeat(500_000)) },
]
const { logger, lines } = createTestLogger()
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function newFolder(name = ''): string {
  const folder = mkdtempSync(join(tmpdir(), `krapao-commands-${name}`))
  closing.push(() => rmSync(folder, { recursive: true }))
  return folder
}

async function serve(dataFolder: string): Promise<void> {
  const door = await serveCommands({ dataFolder, commands, logger })
  closing.push(() => door.close())
}

describe('who gives a command', () => {
  it('is the user of the system, in one word; one without a name is unknown', () => {
    expect(actorOfMachine(() => ({ username: 'Noi of the desk' }))).toBe('cli:Noi_of_the_desk')
    const nameless = () => {
      throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
    }
    expect(actorOfMachine(nameless)).toBe('cli:unknown')
  })
})

describe('naming a command', () => {
  it('means the longest name that fits', async () => {
    expect(await runCommand(commands, ['list', 'pay', '7'])).toEqual({ text: 'paid 7', exitCode: 0 })
    expect(await runCommand(commands, ['list'])).toEqual({ text: 'all of it', exitCode: 0 })
    expect(await runCommand(commands, ['audit'])).toEqual({ text: 'wrong', exitCode: 1 })
  })

  it('says in words what there is, and what was wrong', async () => {
    expect((await runCommand(commands, [])).text).toContain('list pay ID - pays')
    const unknown = await runCommand(commands, ['pays', '7'])
    expect(unknown.exitCode).toBe(1)
    expect(unknown.text).toContain('There is no command "pays 7"')
    expect(await runCommand(commands, ['refuse'])).toEqual({ text: 'Not like this.', exitCode: 1 })
    await expect(runCommand(commands, ['break'])).rejects.toThrow('secret insides')
  })
})

describe('the door in the data folder', () => {
  it('carries commands there and answers back, also long ones and several at once', async () => {
    const folder = newFolder()
    await serve(folder)
    const answers = await Promise.all(
      [['list'], ['list', 'pay', 'ค่า\n"1"'], ['big']].map((a) => sendCommand(folder, a)),
    )
    expect(answers).toEqual([
      { text: 'all of it', exitCode: 0 },
      { text: 'paid ค่า\n"1"', exitCode: 0 },
      { text: 'ก'.repeat(500_000), exitCode: 0 },
    ])
  })

  it('is open to its owner alone', async () => {
    const folder = newFolder()
    await serve(folder)
    expect(statSync(commandSocketPath(folder)).mode & 0o777).toBe(0o600)
  })

  it('keeps defects to the log', async () => {
    const folder = newFolder()
    await serve(folder)
    const answer = await sendCommand(folder, ['break'])
    expect(answer?.exitCode).toBe(1)
    expect(answer?.text).not.toContain('insides')
    expect(JSON.stringify(lines)).toContain('secret insides')
  })

  it('is not there without a server, nor after one was killed or closed', async () => {
    const folder = newFolder()
    expect(await sendCommand(folder, ['list'])).toBeNull()
    expect(await sendCommand(join(folder, 'nowhere'), ['list'])).toBeNull()
    writeFileSync(commandSocketPath(folder), '')
    expect(await sendCommand(folder, ['list'])).toBeNull()
    const door = await serveCommands({ dataFolder: folder, commands, logger })
    expect(await sendCommand(folder, ['list'])).toMatchObject({ exitCode: 0 })
    await door.close()
    expect(await sendCommand(folder, ['list'])).toBeNull()
  })

  it('serves folders whose path is too long for a socket', async () => {
    const folder = newFolder('long'.repeat(30))
    await serve(folder)
    closing.push(() => rmSync(commandSocketPath(folder), { force: true }))
    expect(Buffer.byteLength(commandSocketPath(folder))).toBeLessThanOrEqual(100)
    expect(await sendCommand(folder, ['list'])).toMatchObject({ text: 'all of it' })
  })

  it('survives callers that send nonsense, say nothing, or leave', async () => {
    const folder = newFolder()
    await serve(folder)
    const say = (text: string) =>
      new Promise<string>((done) => {
        let heard = ''
        const socket = createConnection(commandSocketPath(folder), () => socket.end(text))
        socket.on('data', (chunk) => (heard += chunk.toString()))
        socket.on('error', () => undefined)
        socket.on('close', () => done(heard))
      })
    for (const text of [
      '',
      'no json\n',
      '{"args":[1]}\n',
      '{"args":["list"]',
      '{"args":["list"],"actor":"me"}\n',
      'x'.repeat(2_000_000),
    ]) {
      const heard = await say(text)
      if (heard !== '') expect(JSON.parse(heard)).toMatchObject({ exitCode: 1 })
    }
    expect(await sendCommand(folder, ['list'])).toMatchObject({ text: 'all of it' })
  })
})
