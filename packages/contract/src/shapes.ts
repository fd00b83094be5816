import { AMOUNT_MAX_MINOR, readWireAmount, toWireAmount } from '@krapao/money'
import * as v from 'valibot'
import type { Code } from './codes.ts'
import { PAGE_SIZE, PAGE_SIZE_MAX } from './limits.ts'
import { isBlank } from './rules/blank.ts'

/**
 * The parts that the calls' schemas are made of. A part's type is its shape (400 when wrong); its checks are rules
 * (422), and the message of a check, where it has one, is the code to refuse with. Nothing is transformed: what is read
 * is what was sent, less unknown keys.
 */

/** Text that a database can hold and that is no longer than `longest` UTF-16 units; `code` is refused with otherwise. */
/* @__NO_SIDE_EFFECTS__ */
export function text(longest: number, code?: Code) {
  return v.pipe(
    v.string(),
    v.maxLength(longest, code),
    v.check((value) => !UNSTORABLE.test(value), code),
  )
}

/** The same, and more than blanks. */
/* @__NO_SIDE_EFFECTS__ */
export function filledText(longest: number, code?: Code) {
  return v.pipe(
    text(longest, code),
    v.check((value) => !isBlank(value), code),
  )
}

/** NUL, which PostgreSQL's text refuses, and halves of surrogate pairs, which are no characters. */
const UNSTORABLE = /[\0\p{Cs}]/u

/** For texts with a length of their own: characters that a database can hold. */
export const isStorable = (value: string): boolean => !UNSTORABLE.test(value)
export const storable = /* @__PURE__ */ v.check(isStorable)

/** Text that may also be absent, null or empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalText(longest: number, code?: Code) {
  return v.nullish(text(longest, code))
}

/** An object that is no list: valibot takes a list for an object, and finds nothing amiss where all keys may be absent. */
/* @__NO_SIDE_EFFECTS__ */
export function plainObject<const Entries extends v.ObjectEntries>(
  entries: Entries,
): v.ObjectSchema<Entries, undefined> {
  const schema = v.object(entries)
  return {
    ...schema,
    '~run': (dataset, config) => schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config),
  }
}

/**
 * One of a few words. A text that is none of them breaks a rule (422, or what `code` says); anything but a text is a wrong
 * shape (400).
 */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
  code?: Code,
): v.GenericSchema<Words[number]> {
  // The check proves the narrower type, which valibot's own `values` does not carry in its output.
  return v.pipe(v.string(), v.values(words, code)) as unknown as v.GenericSchema<Words[number]>
}

/**
 * An amount as a caller sends it: a JSON number of baht, zero or more, at most two decimals, under twelve digits.
 * `code` is refused with when it is below zero, where the call has a code of its own for too little.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sentAmount(code?: Code) {
  return v.pipe(
    v.number(),
    v.minValue(0, code),
    v.maxValue(toWireAmount(AMOUNT_MAX_MINOR)),
    v.check((value) => value < 0 || readWireAmount(value).ok),
    v.description('Baht, at most two decimals'),
  )
}

/** An amount as the server answers it: a JSON number of baht with at most two decimals. */
export const amount = /* @__PURE__ */ v.pipe(v.number(), v.description('Baht, at most two decimals'))

/** A time: ISO 8601 in UTC with milliseconds. */
export const time = /* @__PURE__ */ v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.description('ISO 8601 in UTC with milliseconds'),
)

/** An id as answers carry it (rulings 5.4). */
export const id = /* @__PURE__ */ v.pipe(v.string(), v.regex(/^[0-9a-z]{20,32}$/))

/** Markup made safe by the server; the client makes it safe once more. */
export const html = /* @__PURE__ */ v.pipe(v.string(), v.description('HTML'))

/** Which page of a list, counted from 1, and how many rows it has: 1 to 100, 10 unless said. */
export const page = /* @__PURE__ */ v.object({
  page: /* @__PURE__ */ v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)), 1),
  limit: /* @__PURE__ */ v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PAGE_SIZE_MAX)),
    PAGE_SIZE,
  ),
})

/** A day of Bangkok, such as 2026-11-23. */
export const day = /* @__PURE__ */ v.pipe(text(10), v.isoDate())

/** Over how long a net position is. */
export const netDays = /* @__PURE__ */ v.pipe(
  v.nullable(v.number()),
  v.description('Days of Bangkok, the last is today; null: as far back as the books are attached, ever as a rule'),
)

export const done = /* @__PURE__ */ v.object({ code: v.literal('OK') })
export const succeeded = /* @__PURE__ */ v.object({ code: v.literal('SUCCESS') })

export const wallet = /* @__PURE__ */ v.object({ amount })

export const banners = /* @__PURE__ */ v.array(v.object({ image: v.string(), html }))

export const profile = /* @__PURE__ */ v.object({
  _id: id,
  memberId: v.string(),
  username: v.string(),
  name: v.string(),
  createdAt: time,
})

export const bankAccount = /* @__PURE__ */ v.object({
  bankCode: v.string(),
  bankAccountName: v.string(),
  bankAccountNo: v.string(),
  bank: v.object({ nameTH: v.string(), nameEN: v.string(), nameLO: v.string(), latinNamesOnly: v.boolean() }),
})

export const inviteBonus = /* @__PURE__ */ v.object({ amount, success: v.number(), fail: v.number() })

export const gameAccount = /* @__PURE__ */ v.object({
  code: v.string(),
  name: v.string(),
  logo: v.string(),
  background: v.string(),
  isActive: v.boolean(),
  amount,
  ftWalletSlot: v.pipe(v.number(), v.description('amount × ftWalletSlot is the same money in the game’s own credits')),
  category: v.picklist(['slot', 'sport', 'casino']),
  web: v.nullable(v.string()),
  android: v.nullable(v.string()),
  ios: v.nullable(v.string()),
  autoLogin: v.pipe(
    v.nullable(v.picklist(['username', 'username-and-password'])),
    v.description('What GET /api/autoLogin carries to enter it; null: it is entered by `web`'),
  ),
})

export const userBonus = /* @__PURE__ */ v.object({
  _id: id,
  isActive: v.boolean(),
  state: v.optional(v.picklist(['armed', 'granted', 'ending'])),
  received: v.array(v.object({ updatedAt: time })),
})

export const slip = /* @__PURE__ */ v.object({
  createdAt: time,
  amount: v.nullable(amount),
  status: v.picklist(['SUCCESS', 'FAILED', 'IN_PROGRESS']),
  note: v.nullable(v.string()),
  link: v.nullable(v.string()),
  reference: v.string(),
})

export type GameAccount = v.InferOutput<typeof gameAccount>
export type UserBonus = v.InferOutput<typeof userBonus>
export type Slip = v.InferOutput<typeof slip>
export type Banner = v.InferOutput<typeof banners>[number]
