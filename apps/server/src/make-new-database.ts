// Makes, for the build, what a new embedded database starts from, where it is not there.
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newDatabaseFile } from './new-database.ts'
import { openEmbedded } from './platform/database/embedded.ts'
import { migrate } from './platform/database/index.ts'
import { packTemplate, standAlone } from './platform/database/template.ts'
import { createLogger } from './platform/logger.ts'
import { appMigrations } from './schema.ts'

async function makeDump(): Promise<Uint8Array> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'krapao-new-database-'))
  const logger = createLogger({ level: 'warn', destination: process.stderr })
  try {
    const { database, dump } = await openEmbedded({ dataFolder, template: null, logger })
    await migrate(database, appMigrations)
    await standAlone(database)
    const dumped = await dump()
    await database.close()
    return dumped
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
}

if (!existsSync(newDatabaseFile)) {
  const folder = dirname(newDatabaseFile)
  const making = `${newDatabaseFile}.making`
  const dump = await makeDump()
  mkdirSync(folder, { recursive: true })
  writeFileSync(making, packTemplate(dump))
  for (const old of globSync('*.tar.zst', { cwd: folder })) rmSync(join(folder, old))
  renameSync(making, newDatabaseFile)
}
