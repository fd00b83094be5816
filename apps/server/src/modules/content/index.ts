import { bound } from '../../platform/bound.ts'
import type { ContentParts } from './content.parts.ts'
import { contentParts, fillInsOf, type Furnishings } from './content-parts.ts'
import { contentRoutes, pictureRoutes } from './content.routes.ts'
import { createAccountsChange } from './deposit-accounts.ts'
import { beforeImport, noteImport } from './import-versions.ts'
import { createSettingsCommands } from './settings.commands.ts'
import { settingsRoutes } from './settings.routes.ts'
import { createSettingChange } from './settings.ts'
import { publishDue } from './versions.ts'
import { readWarnings } from './warnings.ts'

export { contentMigrations } from './content.migrations.ts'

/** How often it is looked whether something came to its time, or was published by another process or a command. */
const LOOK_EVERY_MS = 500

export type Content = ReturnType<typeof createContent>

/** What staff change of what the operator says: its settings, and what players read. Its calls are the desk's but for pictures. */
export function createContent(
  given: Omit<ContentParts, 'contentParts' | 'fillIns' | 'memory'> & { furnishings: Furnishings },
) {
  const { furnishings, ...rest } = given
  const parts: ContentParts = {
    ...rest,
    contentParts: contentParts(furnishings),
    fillIns: () => fillInsOf(furnishings, rest.database, rest.clock.now()),
    memory: { told: 0 },
  }
  const changeSetting = createSettingChange(parts)
  return {
    routes: pictureRoutes(parts),
    deskRoutes: [...settingsRoutes(parts, changeSetting), ...contentRoutes(parts, createAccountsChange(parts))],
    commands: createSettingsCommands(parts, changeSetting),
    jobs: [{ name: 'content', everyMs: LOOK_EVERY_MS, run: () => publishDue(parts) }],
    /** Within the transaction that reads a file in: before, and after, when what it changed becomes versions. */
    ...bound(parts, { beforeImport, noteImport }),
    /** What somebody should be told of, besides what the place shows. */
    ...bound(parts, { readWarnings }),
  }
}
