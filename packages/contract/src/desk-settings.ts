import * as v from 'valibot'
import { agentCall } from './call.ts'
import { deskAgent, reason } from './desk-shapes.ts'
import { SETTINGS_READERS, SETTINGS_WRITERS } from './roles.ts'
import { text, time } from './shapes.ts'

/** The operator's settings at the desk: what each means is said by the desk, what it may be and was by these calls. */

/** What settings are about, in the order in which they are shown. */
export const SETTING_GROUPS = ['withdraw', 'deposit', 'slip', 'game', 'protection', 'login', 'chat', 'site'] as const

/** What a value is written as: yes or no, baht, a whole number, one of a few, words, words in three languages, a time of day, hosts. */
export const SETTING_FORMS = ['switch', 'amount', 'whole', 'choice', 'text', 'names', 'time', 'hosts'] as const
export const SETTING_UNITS = [
  'baht',
  'kip',
  'minutes',
  'hours',
  'times',
  'messages',
  'files',
  'megabytes',
  'sms',
] as const

const settingValue = /* @__PURE__ */ v.pipe(
  v.union([
    v.boolean(),
    v.number(),
    text(500),
    v.null(),
    v.pipe(v.array(text(200)), v.maxLength(50)),
    v.object({ th: text(200), lo: text(200), en: text(200) }),
  ]),
  v.description('By the form of the setting; amounts are baht. Null: none'),
)

const deskSettingRow = /* @__PURE__ */ v.object({
  name: v.string(),
  group: v.picklist(SETTING_GROUPS),
  form: v.picklist(SETTING_FORMS),
  unit: v.nullable(v.picklist(SETTING_UNITS)),
  least: v.nullable(v.number()),
  most: v.nullable(v.number()),
  choices: v.pipe(v.array(v.union([v.string(), v.number()])), v.description('Empty unless the form is choice')),
  mayBeNone: v.pipe(v.boolean(), v.description('Whether it may be null')),
  value: settingValue,
  preset: v.pipe(settingValue, v.description('What holds until the operator says otherwise')),
  takes: v.picklist(['one', 'two']),
  fixed: v.pipe(
    v.nullable(v.picklist(['RELEASE', 'COMMAND'])),
    v.description(
      'Why it is not changed here: rules of automatic release are in its place, or the command line alone sets it',
    ),
  ),
  changedAt: v.nullable(time),
  changedBy: v.nullable(v.string()),
  proposalId: v.pipe(v.nullable(v.string()), v.description('The open proposal to change it')),
})

const deskSettingChange = /* @__PURE__ */ v.object({
  at: time,
  by: v.pipe(v.string(), v.description('Who changed it, or confirmed that it is changed')),
  agent: v.nullable(deskAgent),
  proposedBy: v.nullable(v.string()),
  proposer: v.nullable(deskAgent),
  before: settingValue,
  after: settingValue,
  reason: v.nullable(v.string()),
})

const settingName = v.object({ name: text(64, 'NO_DATA') })

export const deskSettings = agentCall('deskSettings', 'GET /api/desk/settings', {
  roles: SETTINGS_READERS,
  summary: 'Every setting of the operator: what it may be, is, and is by default, and who changed it last',
  answer: v.object({ settings: v.array(deskSettingRow) }),
})

export const deskSetting = agentCall('deskSetting', 'GET /api/desk/settings/:name', {
  roles: SETTINGS_READERS,
  summary: 'One setting, and its changes, the newest first, at most the last hundred',
  params: settingName,
  answer: v.object({ setting: deskSettingRow, history: v.array(deskSettingChange) }),
  codes: ['NO_DATA'],
})

export const deskSetSetting = agentCall('deskSetSetting', 'PUT /api/desk/settings/:name', {
  roles: SETTINGS_WRITERS,
  fresh: 'settings',
  idempotent: true,
  summary: 'Changes a setting from what was read, or proposes it where that takes two; it holds within a second',
  params: settingName,
  body: v.object({
    value: settingValue,
    before: settingValue,
    reason,
  }),
  answer: v.object({ outcome: v.picklist(['done', 'proposed']), proposalId: v.nullable(v.string()) }),
  codes: ['NO_DATA', 'MOVED_ON'],
})

export type DeskSetting = v.InferOutput<typeof deskSettingRow>
export type DeskSettingChange = v.InferOutput<typeof deskSettingChange>
export type SettingValue = v.InferOutput<typeof settingValue>
