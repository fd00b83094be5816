import { desk } from '@krapao/contract'
import { refuse, refuseFields } from '../../platform/errors.ts'
import { type Route, route } from '../../platform/http/index.ts'
import { byAgent } from '../deeds/index.ts'
import { beginsRelease, SettingRefused } from '../operator/index.ts'
import type { Offered } from '../proposals/index.ts'
import type { ContentParts } from './content.parts.ts'
import { fromWire, readOneSetting, readSettings, type SettingAsked, settingNamed } from './settings.ts'

/** The calls of staff about settings. */
export function settingsRoutes(parts: ContentParts, change: (asked: SettingAsked) => Promise<Offered>): Route[] {
  return [
    route(desk.deskSettings, async () => ({ settings: await readSettings(parts) })),
    route(desk.deskSetting, ({ params }) => readOneSetting(parts, settingNamed(params.name))),
    route(desk.deskSetSetting, async ({ agent, params, body, operationId }) => {
      const name = settingNamed(params.name)
      // Whether one person does what takes two is said at the command line alone (beyond 1.5).
      if (name === 'secondPerson') refuse('NO_DATA')
      try {
        return await change({
          name,
          value: fromWire(name, body.value),
          before: { value: fromWire(name, body.before) },
          by: { ...byAgent(agent), operationId },
          reason: body.reason.trim(),
        })
      } catch (error) {
        if (!(error instanceof SettingRefused)) throw error
        if (beginsRelease(name) && (await parts.hasReleaseRules())) {
          refuse('MOVED_ON', { details: { what: 'RELEASE_RULES' } })
        }
        return refuseFields('value')
      }
    }),
  ]
}
