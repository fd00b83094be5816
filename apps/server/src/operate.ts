// The program behind `npm run operator -- …` (rulings 6.3): hands a command to the server that has the data folder or,
// with DATABASE_URL, carries it out on the database itself.
import { resolve } from 'node:path'
import { type Config, folderOfCaller, readConfig, SettingError } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { actorOfMachine, type CommandAnswer, runCommand, sendCommand } from './platform/commands/index.ts'
import { createLogger } from './platform/logger.ts'

async function askServer(dataFolder: string, words: readonly string[]): Promise<CommandAnswer> {
  const answer = await sendCommand(dataFolder, words)
  if (answer) return answer
  const text =
    `No server runs on the data folder ${dataFolder}. ` +
    'Start it with "npm start", or say with KRAPAO_DATA which folder the running one has.'
  return { text, exitCode: 1 }
}

async function runOnDatabase(config: Config, words: readonly string[]): Promise<CommandAnswer> {
  // Only this way needs the whole server, which takes a second to load.
  const { createApp } = await import('./app.ts')
  const logger = createLogger({ level: 'error', destination: process.stderr })
  const app = await createApp({ config: { ...config, demo: false }, clock: systemClock, logger })
  try {
    return await runCommand(app.commands, words, { actor: actorOfMachine(), logger })
  } finally {
    await app.close()
  }
}

/** All there is to do, also where no server runs. */
async function help(config: Config): Promise<CommandAnswer> {
  const { describeCommands } = await import('./app.ts')
  const logger = createLogger({ level: 'silent', destination: process.stderr })
  return runCommand(describeCommands({ config, clock: systemClock, logger }), ['help'])
}

/** Files as they are named where the command was typed: the server that reads them was started elsewhere. */
function withWholePaths([command, ...files]: readonly string[]): string[] {
  if (command === undefined) return []
  const isOfFiles = command === 'import' || command === 'export'
  return [command, ...(isOfFiles ? files.map((file) => resolve(folderOfCaller(), file)) : files)]
}

function answer(config: Config, words: readonly string[]): Promise<CommandAnswer> {
  if (words.length === 0 || words[0] === 'help') return help(config)
  return config.databaseUrl === null ? askServer(config.dataFolder, words) : runOnDatabase(config, words)
}

function describeFailure(error: unknown): string {
  if (error instanceof SettingError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'The server belongs to another user of this machine: run the command as that user.'
  return `The command could not be given: ${error instanceof Error ? error.message : String(error)}`
}

try {
  const { text, exitCode } = await answer(readConfig(), withWholePaths(process.argv.slice(2)))
  process.stdout.write(`${text}\n`)
  process.exitCode = exitCode
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
