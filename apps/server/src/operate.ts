// The program behind `npm run operator -- …` (rulings 6.3): hands a command to the server that has the data folder or,
// with DATABASE_URL, carries it out on the database itself.
import { env } from 'node:process'
import { type Config, readConfig, SettingError } from './config.ts'
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
    return await runCommand(app.commands, words, { actor: actorOfMachine(), note: app.noteCommand })
  } finally {
    await app.close()
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof SettingError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'The server belongs to another user of this machine: run the command as that user.'
  return `The command could not be given: ${error instanceof Error ? error.message : String(error)}`
}

try {
  const config = readConfig(env)
  const words = process.argv.slice(2)
  const answer =
    config.databaseUrl === null ? await askServer(config.dataFolder, words) : await runOnDatabase(config, words)
  process.stdout.write(`${answer.text}\n`)
  process.exitCode = answer.exitCode
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`)
  process.exitCode = 1
}
