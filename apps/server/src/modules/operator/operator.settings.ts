import { CHECK_MINUTES, type Country } from '@krapao/contract'
import { AMOUNT_MAX_MINOR } from '@krapao/money'
import * as v from 'valibot'
import { whole } from '../../platform/whole-numbers.ts'

const amountMinor = whole(0, AMOUNT_MAX_MINOR)
const YEAR_HOURS = 8_760
const WEEK_MINUTES = 10_080
const timeOfDay = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm'))
const shortText = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
const webAddress = v.pipe(v.string(), v.maxLength(500), v.regex(/^(https?:\/\/|\/)/, 'must be a web address'))

/**
 * Every setting of the operator and what may stand in it (decisions section 5, rulings 6.6). A row of the table
 * `operator_setting` replaces the default of the same name; amounts are minor units of baht.
 */
export const settingsSchema = v.object({
  /** Whether registration asks for a code by SMS. */
  registerOTP: v.boolean(),
  /** Whether the service is closed for good: every call answers 410 `gone`. */
  terminated: v.boolean(),
  enableChatWidget: v.boolean(),
  /** Whether a script of rules answers first in the chat, until it hands over to a person. */
  chatRobot: v.boolean(),
  /** What all guests together may do in the chat in an hour (rulings 5.9). */
  guestMessagesPerHour: whole(1, 10_000_000),
  guestUploadsPerHour: whole(1, 1_000_000),
  /** What the messages of all guests together may take of the disk in a day. */
  guestMegabytesPerDay: whole(1, 1_000_000),
  /** Whether the manual deposit notice is offered. */
  isManual: v.boolean(),
  /** One name, or one for each language. */
  websiteName: v.union([shortText, v.object({ th: shortText, lo: shortText, en: shortText })]),
  website: webAddress,
  /** Where the operator works: it decides which phone numbers are taken (decisions 2.43). */
  country: v.picklist(['TH', 'LA']),
  /** Hosts that buttons of the staff may lead to, beside the operator's own. */
  chatLinkHosts: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host such as help.example'))),
    v.maxLength(50),
  ),
  lineLink: v.nullable(webAddress),
  lineName: v.nullable(shortText),
  lineQR: v.nullable(webAddress),
  withdrawMinMinor: amountMinor,
  withdrawMaxMinor: amountMinor,
  withdrawPerDay: whole(1, 1_000_000),
  /** What automatic release begins with: up to this much is paid out without an operator, and this much of a member's day. */
  withdrawAutoMaxMinor: amountMinor,
  withdrawAutoDayMaxMinor: amountMinor,
  /** The most that is paid by itself to an account that nobody has proven to be the member's. */
  withdrawUnprovenMaxMinor: amountMinor,
  /** What automatic release begins with too: how long withdrawals wait for an operator after a change of the payout account. */
  payeeChangedWaitHours: whole(0, YEAR_HOURS),
  qrMinutes: whole(1, WEEK_MINUTES),
  slipMinutes: whole(1, 52 * WEEK_MINUTES),
  /** Bangkok time, both or none: between them no slip is taken. */
  slipClosedFrom: v.nullable(timeOfDay),
  slipClosedUntil: v.nullable(timeOfDay),
  giftMinimumMinor: amountMinor,
  /** The operator's number at the issuer of gift links, which takes the shares; null: no gift link is taken. */
  giftMobile: v.nullable(v.pipe(v.string(), v.regex(/^0\d{9}$/, 'must be a number of ten digits'))),
  /** Kip for one baht, whole (rulings 2.5). */
  lakPerBaht: whole(1, 1_000_000),
  /** A game balance above this is never booked by itself (rulings 1.1). */
  readingCeilingMinor: amountMinor,
  /** How often players who chose nothing themselves are told how long they have been here; null: never (beyond 3.3). */
  realityCheckMinutes: v.nullable(v.picklist(CHECK_MINUTES)),
  /** SMS an hour over all phones. */
  otpPerHour: whole(1, 10_000_000),
  /** Whether deeds that take two persons wait for the second one. Told at the command line alone, by an operator of one person. */
  secondPerson: v.picklist(['on', 'off']),
})

/** Settings as the file names them: some of them. */
export const settingsInFile = v.partial(v.strictObject(settingsSchema.entries))

export type Settings = v.InferOutput<typeof settingsSchema>
export type SettingName = keyof Settings

/** What holds until the operator says otherwise. */
export const settingDefaults: Settings = {
  registerOTP: true,
  terminated: false,
  enableChatWidget: false,
  chatRobot: false,
  guestMessagesPerHour: 20_000,
  guestUploadsPerHour: 300,
  guestMegabytesPerDay: 200,
  isManual: false,
  websiteName: 'Krapao',
  website: 'https://krapao.example',
  country: 'TH',
  chatLinkHosts: [],
  lineLink: null,
  lineName: null,
  lineQR: null,
  withdrawMinMinor: 100_00,
  withdrawMaxMinor: 50_000_00,
  withdrawPerDay: 3,
  withdrawAutoMaxMinor: 20_000_00,
  withdrawAutoDayMaxMinor: 60_000_00,
  withdrawUnprovenMaxMinor: 2_000_00,
  payeeChangedWaitHours: 24,
  qrMinutes: 15,
  slipMinutes: 60,
  slipClosedFrom: '23:50',
  slipClosedUntil: '00:10',
  giftMinimumMinor: 2_00,
  giftMobile: null,
  lakPerBaht: 640,
  readingCeilingMinor: 100_000_000_00,
  realityCheckMinutes: 60,
  otpPerHour: 3_000,
  secondPerson: 'on',
}

/** The defaults of a product for one country. */
export function settingDefaultsOf(country: Country): Settings {
  return { ...settingDefaults, country }
}

export const settingNames = Object.keys(settingsSchema.entries) as SettingName[]

/** What automatic release begins with. Once two persons put rules in force, one alone changes none of it (decision 55). */
const releaseBeginnings: ReadonlySet<SettingName> = new Set([
  'withdrawAutoMaxMinor',
  'withdrawAutoDayMaxMinor',
  'payeeChangedWaitHours',
])

/** What one person does not change alone: the service ends, money goes out by itself, kip and baht are exchanged (beyond 2.10). */
const changedByTwo: ReadonlySet<SettingName> = new Set(['terminated', 'withdrawAutoMaxMinor', 'lakPerBaht'])

/** Whether a setting takes two persons, of whom each owns. */
export const takesTwo = (name: SettingName): boolean => changedByTwo.has(name)

/** Whether rules of automatic release take the place of a setting once two persons put them in force. */
export const beginsRelease = (name: SettingName): boolean => releaseBeginnings.has(name)

/** A setting that stays as it is, and why, in words. */
export class SettingRefused extends Error {
  constructor(name: SettingName, why: string) {
    super(`${name}: ${why}`)
  }
}

/** Why none of these settings may change, in words; null where each may. */
export async function whyFixed(
  names: readonly SettingName[],
  hasReleaseRules: () => Promise<boolean>,
): Promise<{ name: SettingName; why: string } | null> {
  const name = names.find((one) => releaseBeginnings.has(one))
  if (name === undefined || !(await hasReleaseRules())) return null
  const why =
    'rules of automatic release are in force, which two persons change: release propose, or Release at the desk'
  return { name, why }
}

/** Tells a name of a setting from other words. */
export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingsSchema.entries, name)
}

/** Checks a value for one setting: the value as it is kept, or why not, in words. */
export function readSetting<Name extends SettingName>(
  name: Name,
  value: unknown,
): { ok: true; value: Settings[Name] } | { ok: false; problem: string } {
  const read = v.safeParse(settingsSchema.entries[name], value)
  if (read.success) return { ok: true, value: read.output as Settings[Name] }
  return { ok: false, problem: read.issues.map((issue) => issue.message).join('; ') }
}

/** The settings that follow from stored rows; a row that no longer fits is left out, and the default holds. */
export function settingsOf(
  rows: readonly { key: string; value: unknown }[],
  defaults: Settings = settingDefaults,
): Settings {
  const settings: Record<string, unknown> = { ...defaults }
  for (const { key, value } of rows) {
    if (!isSettingName(key)) continue
    const read = readSetting(key, value)
    if (read.ok) settings[key] = read.value
  }
  return settings as Settings
}
