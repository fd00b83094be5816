import type { SETTING_FORMS, SETTING_GROUPS, SETTING_UNITS } from '@krapao/contract'
import type * as v from 'valibot'
import { type SettingName, settingsSchema } from '../operator/index.ts'

type Form = (typeof SETTING_FORMS)[number]
type Group = (typeof SETTING_GROUPS)[number]
type Unit = (typeof SETTING_UNITS)[number]

/** What a setting is about, what its value is written as, and what it counts. */
interface SettingTerms {
  group: Group
  form: Form
  unit: Unit | null
}

const of = (group: Group, form: Form, unit: Unit | null = null): SettingTerms => ({ group, form, unit })
const baht = (group: Group) => of(group, 'amount', 'baht')

/** Every setting, in the order in which staff see them. */
export const settingTerms: Readonly<Record<SettingName, SettingTerms>> = {
  withdrawMinMinor: baht('withdraw'),
  withdrawMaxMinor: baht('withdraw'),
  withdrawPerDay: of('withdraw', 'whole', 'times'),
  withdrawAutoMaxMinor: baht('withdraw'),
  withdrawAutoDayMaxMinor: baht('withdraw'),
  withdrawUnprovenMaxMinor: baht('withdraw'),
  payeeChangedWaitHours: of('withdraw', 'whole', 'hours'),
  qrMinutes: of('deposit', 'whole', 'minutes'),
  isManual: of('deposit', 'switch'),
  lakPerBaht: of('deposit', 'whole', 'kip'),
  giftMobile: of('deposit', 'text'),
  giftMinimumMinor: baht('deposit'),
  slipMinutes: of('slip', 'whole', 'minutes'),
  slipClosedFrom: of('slip', 'time'),
  slipClosedUntil: of('slip', 'time'),
  readingCeilingMinor: baht('game'),
  realityCheckMinutes: of('protection', 'choice', 'minutes'),
  registerOTP: of('login', 'switch'),
  otpPerHour: of('login', 'whole', 'sms'),
  enableChatWidget: of('chat', 'switch'),
  chatRobot: of('chat', 'switch'),
  chatLinkHosts: of('chat', 'hosts'),
  guestMessagesPerHour: of('chat', 'whole', 'messages'),
  guestUploadsPerHour: of('chat', 'whole', 'files'),
  guestMegabytesPerDay: of('chat', 'whole', 'megabytes'),
  websiteName: of('site', 'names'),
  website: of('site', 'text'),
  lineName: of('site', 'text'),
  lineLink: of('site', 'text'),
  lineQR: of('site', 'text'),
  country: of('site', 'choice'),
  secondPerson: of('site', 'choice'),
  terminated: of('site', 'switch'),
}

interface Piece {
  type: string
  wrapped?: Piece
  pipe?: readonly Piece[]
  requirement?: unknown
  options?: readonly (string | number)[]
}

/** What a setting may be, read from the schema that judges it. */
export function boundsOf(name: SettingName): {
  mayBeNone: boolean
  least: number | null
  most: number | null
  choices: (string | number)[]
} {
  const outer = settingsSchema.entries[name] as v.GenericSchema as unknown as Piece
  const mayBeNone = outer.type === 'nullable'
  const schema = mayBeNone && outer.wrapped !== undefined ? outer.wrapped : outer
  const bound = (type: string): number | null => {
    const found = schema.pipe?.find((piece) => piece.type === type)?.requirement
    return typeof found === 'number' ? found : null
  }
  return {
    mayBeNone,
    least: bound('min_value'),
    most: bound('max_value'),
    choices: schema.type === 'picklist' ? [...(schema.options ?? [])] : [],
  }
}
