import type { Language } from '../../platform/http/index.ts'
import { createSharedLook } from '../../platform/shared-look.ts'
import { createBanksDoor } from './banks.door.ts'
import { resolveLink } from './games.rules.ts'
import { readGames } from './games.store.ts'
import type { OperatorParts } from './operator.parts.ts'
import { inLanguage } from './operator.rules.ts'
import { readRestoreMarks } from './restore-marks.store.ts'
import { safeMarkup } from './safe-markup.ts'
import { createSettingsDoor, KEPT_MS } from './settings.door.ts'
import { readSources } from './sources.store.ts'
import { readTexts, type TextKind } from './texts.store.ts'

/** What other modules may ask of the operator. */
export type OperatorDoor = ReturnType<typeof createDoor>

/** The operator: settings, texts, banks, sources, deposit accounts and games, as rows over typed defaults. */
export function createDoor(parts: OperatorParts) {
  const { database, clock, outsideUrl } = parts
  const settings = createSettingsDoor(parts)
  const banks = createBanksDoor(parts, settings.settings)
  const restoreMemory = createSharedLook(clock, KEPT_MS, () => readRestoreMarks(database))
  const gamesMemory = createSharedLook(clock, KEPT_MS, async () => {
    const games = await readGames(database)
    return games.map((game) => ({
      ...game,
      web: resolveLink(game.web, outsideUrl),
      android: resolveLink(game.android, outsideUrl),
      ios: resolveLink(game.ios, outsideUrl),
    }))
  })
  return {
    ...settings,
    ...banks,
    /**
     * When an older copy of the database was marked as restored, while that is open; null otherwise. What a party did
     * before that moment may have been forgotten here, so that nothing that is heard of it for the first time is booked
     * by itself (beyond 7.12). At most a second old.
     */
    restoredAt: async () => (await restoreMemory()).openAt,
    /** The same moment also after it was ended: who is compared one by one is not done when the rest is. */
    lastRestoredAt: async () => (await restoreMemory()).lastAt,
    sources: (language: Language) => readSources(database, language),
    /** All games, those that are offered first, in order; links are absolute. */
    games: () => gamesMemory(),
    /** Texts of a kind in the wanted language, or in Thai where that is missing; empty when there are none. */
    texts: async (kind: TextKind, language: Language) =>
      (inLanguage(await readTexts(database, kind), language) ?? []).map(safeMarkup),
    /** Has the mark of a restored copy read anew. */
    forgetRestore: () => restoreMemory.forget(),
    /** Has everything read anew: it was furnished. */
    forget() {
      for (const one of [settings, banks, gamesMemory]) one.forget()
    },
  }
}
