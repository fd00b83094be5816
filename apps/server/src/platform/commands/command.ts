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
  /** Does it and answers what to print; with a plain text the exit code is 0. Throws a CommandError in words for people. */
  run(args: readonly string[]): Promise<string | CommandAnswer>
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

/** Runs the command that the words name. Throws only what is a defect; what people did wrong is an answer with exit code 1. */
export async function runCommand(commands: readonly Command[], words: readonly string[]): Promise<CommandAnswer> {
  if (words.length === 0 || words[0] === 'help') return { text: describeCommands(commands), exitCode: 0 }
  const command = findCommand(commands, words)
  if (!command) {
    const near = commands.filter((candidate) => candidate.name.split(' ')[0] === words[0])
    const text = describeCommands(near.length > 0 ? near : commands)
    return { text: `There is no command "${words.join(' ')}".\n${text}`, exitCode: 1 }
  }
  try {
    const answer = await command.run(words.slice(command.name.split(' ').length))
    return typeof answer === 'string' ? { text: answer, exitCode: 0 } : answer
  } catch (error) {
    if (error instanceof CommandError) return { text: error.message, exitCode: 1 }
    throw error
  }
}
