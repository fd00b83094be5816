import { type Logger, maskText } from '../logger.ts'

/** What a command ends with: what is printed, and the exit code of the shell. */
export interface CommandAnswer {
  text: string
  exitCode: number
}

/** One thing that an operator can do from the command line: `npm run operator -- NAME ARGUMENTS`. */
export interface Command {
  /** One or more words, such as `settings set`; the longest name that fits is meant. */
  name: string
  /** What follows the name, such as `KEY VALUE`, and after a dash what it does. */
  usage: string
  /**
   * Does it for `actor` and answers what to print; with a plain text the exit code is 0. Throws a CommandError in words
   * for people.
   */
  run(args: readonly string[], actor: Actor): Promise<string | CommandAnswer>
}

/** Who gave a command: `cli:` and his name on this machine. */
export type Actor = `cli:${string}`

/** Who gives a command, and the log that it is told to, without secrets and whole phone numbers, before it is done. */
interface CommandTerms {
  actor: Actor
  logger?: Pick<Logger, 'info'>
}

const WORDS_MAX = 500

/** What followed a command's name, for who reads the log: of long numbers the last four digits. */
function wordsToKeep(args: readonly string[]): string {
  const masked = args.join(' ').replaceAll(/(?<![\w-])\+?\d{5,}(\d{4})(?![\w-])/g, '…$1')
  return maskText(masked).slice(0, WORDS_MAX)
}

/** A command that cannot be done; the message is for the person who gave it. */
export class CommandError extends Error {}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  const fits = commands.filter((command) => command.name.split(' ').every((word, index) => words[index] === word))
  return fits.toSorted((one, other) => other.name.length - one.name.length)[0]
}

/** All commands, one a line. */
function describeCommands(commands: readonly Command[]): string {
  const lines = commands.map((command) => `  ${command.name} ${command.usage}`).toSorted()
  return ['npm run operator -- COMMAND', ...lines].join('\n')
}

/**
 * Runs the command that the words name; what it does is told by its deed. Throws only what is a defect; what people did
 * wrong is an answer with exit code 1.
 */
export async function runCommand(
  commands: readonly Command[],
  words: readonly string[],
  { actor, logger }: CommandTerms = { actor: 'cli:unknown' },
): Promise<CommandAnswer> {
  if (words.length === 0 || words[0] === 'help') return { text: describeCommands(commands), exitCode: 0 }
  const command = findCommand(commands, words)
  if (!command) {
    const near = commands.filter((candidate) => candidate.name.split(' ')[0] === words[0])
    const text = describeCommands(near.length > 0 ? near : commands)
    return { text: `There is no command "${words.join(' ')}".\n${text}`, exitCode: 1 }
  }
  const args = words.slice(command.name.split(' ').length)
  logger?.info({ actor, command: command.name, words: wordsToKeep(args) }, 'an operator gave a command')
  return runOne(command, args, actor)
}

async function runOne(command: Command, args: readonly string[], actor: Actor): Promise<CommandAnswer> {
  try {
    const answer = await command.run(args, actor)
    return typeof answer === 'string' ? { text: answer, exitCode: 0 } : answer
  } catch (error) {
    if (error instanceof CommandError) return { text: error.message, exitCode: 1 }
    throw error
  }
}
