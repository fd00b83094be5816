export type { Command, CommandAnswer } from './command.ts'
export { CommandError, runCommand } from './command.ts'
export { commandSocketPath, sendCommand, serveCommands } from './socket.ts'
