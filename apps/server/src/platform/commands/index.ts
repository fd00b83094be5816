export type { Command, CommandAnswer, CommandTerms } from './command.ts'
export { CommandError, runCommand } from './command.ts'
export { readPage, showPage } from './pages.ts'
export { actorOfMachine, commandSocketPath, sendCommand, serveCommands } from './socket.ts'
