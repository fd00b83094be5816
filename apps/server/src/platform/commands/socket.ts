import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { Logger } from '../logger.ts'
import { type Actor, type Command, type CommandAnswer, runCommand } from './command.ts'

/** Longer socket paths than this are cut off or refused by one system or another. */
const PATH_BYTES_MAX = 100
const LINE_BYTES_MAX = 1024 * 1024

/**
 * The door of the server that has this data folder: a socket in it, or, where the folder's path is too long for one,
 * beside the system's other temporary files under a name that is the folder's own.
 */
export function commandSocketPath(dataFolder: string): string {
  const folder = resolve(dataFolder)
  const own = createHash('sha256').update(folder).digest('hex').slice(0, 24)
  if (process.platform === 'win32') return `\\\\.\\pipe\\krapao-${own}`
  const path = join(folder, 'operator.sock')
  return Buffer.byteLength(path) <= PATH_BYTES_MAX ? path : join(tmpdir(), `krapao-${own}.sock`)
}

/** Reads one line of JSON; the socket stays open for the answer. Rejects on an end before it and on too long a line. */
function readLine(socket: Socket): Promise<unknown> {
  return new Promise((done, fail) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', fail)
    socket.on('end', () => fail(new Error('the other side ended before a whole line')))
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.length > LINE_BYTES_MAX) fail(new Error('the line is too long'))
      const end = text.indexOf('\n')
      if (end === -1) return
      try {
        done(JSON.parse(text.slice(0, end)))
      } catch (error) {
        fail(error)
      }
    })
  })
}

/** Who may open the door is the owner of the folder; which person he is the command says of itself. */
interface Request {
  args: string[]
  actor: Actor
}

function isRequest(value: unknown): value is Request {
  if (typeof value !== 'object' || value === null || !('args' in value) || !('actor' in value)) return false
  const { args, actor } = value
  if (typeof actor !== 'string' || !/^cli:\S{1,64}$/.test(actor)) return false
  return Array.isArray(args) && args.every((arg) => typeof arg === 'string')
}

function isAnswer(value: unknown): value is CommandAnswer {
  if (typeof value !== 'object' || value === null) return false
  return 'text' in value && typeof value.text === 'string' && 'exitCode' in value && typeof value.exitCode === 'number'
}

interface ServingTerms {
  commands: readonly Command[]
  logger: Logger
}

/** Who gives commands on this machine, as the system knows him; in a container he may be a number without a name. */
export function actorOfMachine(readUser: () => { username: string } = userInfo): Actor {
  try {
    return `cli:${readUser().username.replaceAll(/\s/g, '_').slice(0, 64) || 'unknown'}`
  } catch {
    return 'cli:unknown'
  }
}

async function answer(socket: Socket, { commands, logger }: ServingTerms): Promise<void> {
  let reply: CommandAnswer
  try {
    const request = await readLine(socket)
    if (!isRequest(request)) throw new Error('not a request')
    reply = await runCommand(commands, request.args, { actor: request.actor, logger })
  } catch (error) {
    logger.error({ err: error }, 'a command failed')
    reply = { text: 'The command failed; the log of the server says why.', exitCode: 1 }
  }
  if (socket.writable) socket.end(`${JSON.stringify(reply)}\n`)
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail)
    // The file is made inside `listen`, and must not be open to others even for a moment.
    const before = process.umask(0o177)
    server.listen(path, () => done())
    process.umask(before)
  })
}

/**
 * Serves commands on the socket of a data folder, readable and writable for its owner alone (rulings 6.3). A file left
 * behind by a killed server is replaced: who serves holds the folder's lock.
 */
export async function serveCommands(terms: ServingTerms & { dataFolder: string }): Promise<{ close(): Promise<void> }> {
  const path = commandSocketPath(terms.dataFolder)
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // What breaks on the line concerns nobody but the one who gave the command.
    socket.on('error', () => socket.destroy())
    void answer(socket, terms)
  })
  if (process.platform !== 'win32') rmSync(path, { force: true })
  await listen(server, path)
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Hands a command to the server that has this data folder; null when none is listening there. */
export async function sendCommand(
  dataFolder: string,
  args: readonly string[],
  actor: Actor = actorOfMachine(),
): Promise<CommandAnswer | null> {
  const socket = createConnection(commandSocketPath(dataFolder))
  try {
    await new Promise<void>((done, fail) => {
      socket.once('error', fail)
      socket.once('connect', () => done())
    })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR') return null
    throw error
  }
  try {
    const reply = readLine(socket)
    socket.write(`${JSON.stringify({ args, actor })}\n`)
    const read = await reply
    if (!isAnswer(read)) throw new Error('the server answered something else than an answer')
    return read
  } finally {
    socket.destroy()
  }
}
