// `npm run dev`: serves the web app from its sources on port 5173 and the desk on 5174, calls handed on to
// KRAPAO_DEV_SERVER and KRAPAO_DEV_DESK (by default the server of `npm start`).
import { startProgram } from './processes.ts'

const programs = ['wallet', 'desk'].map((app) => startProgram(`apps/${app}/build/serve.ts`, process.env))
let running = programs.length
const end = (): void => {
  for (const program of programs) program.kill('SIGTERM')
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end)
process.on('disconnect', end)
for (const program of programs) {
  program.on('exit', (code) => {
    process.exitCode ||= code ?? 1
    running -= 1
    // One without the other would be taken for both.
    if (running > 0) end()
    else process.exit()
  })
}
