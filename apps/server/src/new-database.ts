import { join } from 'node:path'
import { templateName } from './platform/database/template.ts'
import { appMigrations } from './schema.ts'

/** What a new embedded database starts from: an empty one of these migrations, which the build makes. */
export const newDatabaseFile = join(import.meta.dirname, '../dist', `${templateName(appMigrations)}.tar.zst`)
