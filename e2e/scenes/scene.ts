import type { Page } from '@playwright/test'
import type { Language, Stage } from '../stage/browser.ts'
import type { Player } from '../stage/players.ts'

/** What a scene is drawn with. */
export interface SceneTools {
  page: Page
  stage: Stage
  player: Player
  language: Language
  /** A text of the app in the scene's language. */
  w: (key: string, values?: Record<string, string | number>) => string
}

/** One picture: who comes, to which page, and what is done there before it is taken. */
export interface Scene {
  name: string
  /** `rich` has money, games and a history; `new` has nothing yet; `guest` is not logged in. */
  who: 'guest' | 'new' | 'rich'
  path: string
  act?: (tools: SceneTools) => Promise<void>
}

/** A scene: its name, who comes to which page, and what is done there. */
export function scene(name: string, who: Scene['who'], path: string, act?: Scene['act']): Scene {
  return { name, who, path, ...(act === undefined ? {} : { act }) }
}

/** Presses the first button of a name. */
export const press = ({ page }: SceneTools, name: string) =>
  page.getByRole('button', { name, exact: false }).first().click()

/** The sheet that is on top. */
export const sheet = ({ page }: SceneTools) => page.getByRole('dialog').last()

/** Opens a tile of the home page, and answers when its sheet stands. */
export async function openTile(tools: SceneTools, tile: string, title: string): Promise<void> {
  await tools.page
    .getByRole('list', { name: tools.w('aria.tiles') })
    .getByRole('button', { name: tools.w(tile) })
    .click()
  await tools.page
    .getByRole('dialog')
    .getByRole('heading', { name: tools.w(title) })
    .first()
    .waitFor()
}
