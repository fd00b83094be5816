// `npm run format`: writes every file as the formatter wants it.
import { run } from './processes.ts'

process.exit(await run('oxfmt', ['.']))
