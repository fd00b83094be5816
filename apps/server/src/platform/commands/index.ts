export type { Command, CommandAnswer } from './command.ts'
export { CommandError, runCommand } from './command.ts'
export { readPage, showPage } from './pages.ts'
export { commandSocketPath, sendCommand, serveCommands } from './socket.ts'
