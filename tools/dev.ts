// `npm run dev`: serves the web app from its sources on port 5173, calls handed on to KRAPAO_DEV_SERVER (by default the
// server of `npm start`); /gallery.html there shows every shared piece with its states.
import { startProgram } from './processes.ts'

const program = startProgram('apps/wallet/build/serve.ts', process.env)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => program.kill('SIGTERM'))
process.on('disconnect', () => program.kill('SIGTERM'))
program.on('exit', (code) => process.exit(code ?? 1))
