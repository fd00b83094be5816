import type { Offer, OfferSource } from '@krapao/contract'
import { bonusOf, contradictionsOf, failBelowOf, passFromOf } from '@krapao/contract'
import { fromWireAmount, toWireAmount } from '@krapao/money'
import { clockOf, languages, serverNowMs, timeOf } from '@krapao/web'
import { typedMinorFromZero, wireOf } from '../../lib/typed-amount.ts'

/** What stands in the fields of an offer, each as it was typed. */
export type OfferValues = Readonly<Record<string, string>>

const typed = (number: number | null): string => (number === null ? '' : String(number))

/** When an offer is to begin. What has begun begins anew with the version that is made of it: when that is published. */
function beginOf(offer: Offer | null): string | null {
  const from = offer?.validFrom ?? null
  return from === null || Date.parse(from) <= serverNowMs() ? null : from
}

/** What the fields begin with: an offer, or nothing yet. */
export function valuesOf(offer: Offer | null): OfferValues {
  const banner = offer?.banners[0]
  return {
    kind: offer?.kind ?? 'limit',
    by: (offer?.fixed ?? null) === null ? 'percent' : 'fixed',
    percent: typed(offer?.percent ?? null),
    fixed: typed(offer?.fixed ?? null),
    cap: typed(offer?.cap ?? null),
    minDeposit: typed(offer?.minDeposit ?? 100),
    maxReceived: typed(offer?.maxReceived ?? 1),
    percentSuccess: typed(offer?.percentSuccess ?? 300),
    percentFail: typed(offer?.percentFail ?? 5),
    seats: typed(offer?.seats ?? null),
    monthlyBudget: typed(offer?.monthlyBudget ?? null),
    validFrom: clockOf(beginOf(offer)),
    validUntil: clockOf(offer?.validUntil ?? null),
    image: banner?.image ?? '',
    ...Object.fromEntries(
      languages.flatMap((language) => [
        [`names.${language}`, offer?.names[language] ?? ''],
        [`descriptions.${language}`, offer?.descriptions[language] ?? ''],
        [`html.${language}`, banner?.html[language] ?? ''],
      ]),
    ),
  }
}

/** What the fields say, as far as they can be read, and the fields that cannot be, or that contradict each other. */
export function readOffer(
  source: OfferSource,
  values: OfferValues,
  rest: Offer['banners'],
): { offer: Offer; wrong: readonly string[] } {
  const said = (field: string): string => values[field] ?? ''
  const number = (field: string): number => wireOf(typedMinorFromZero(said(field))) ?? Number.NaN
  const orNull = (field: string): number | null => (said(field).trim() === '' ? null : number(field))
  const isPercent = said('by') !== 'fixed'
  const each = (group: string) => ({ th: said(`${group}.th`), lo: said(`${group}.lo`), en: said(`${group}.en`) })
  const image = said('image').trim()
  const offer: Offer = {
    kind: said('kind') === 'day' ? 'day' : said('kind') === 'week' ? 'week' : 'limit',
    maxReceived: number('maxReceived'),
    percent: isPercent ? number('percent') : null,
    fixed: isPercent ? null : number('fixed'),
    cap: isPercent ? orNull('cap') : null,
    minDeposit: number('minDeposit'),
    percentFail: number('percentFail'),
    percentSuccess: number('percentSuccess'),
    seats: source === 'promotion' ? orNull('seats') : null,
    monthlyBudget: orNull('monthlyBudget'),
    validFrom: timeOf(said('validFrom')),
    validUntil: timeOf(said('validUntil')),
    names: each('names'),
    descriptions: each('descriptions'),
    banners: image === '' ? [] : [{ image, html: each('html') }, ...rest.slice(1)],
  }
  const unread = Object.entries(offer).flatMap(([field, value]) => (Number.isNaN(value) ? [field] : []))
  const isBetween = (value: number, least: number, most: number) =>
    value >= least && value <= most && Number.isInteger(value)
  const wrong = [
    ...unread,
    ...(isBetween(offer.maxReceived, 1, 1_000_000) ? [] : ['maxReceived']),
    ...(isBetween(offer.percentFail, 0, 99) ? [] : ['percentFail']),
    ...(isBetween(offer.percentSuccess, 101, 100_000) ? [] : ['percentSuccess']),
    ...['names', 'descriptions'].flatMap((group) =>
      languages
        .filter((language) => said(`${group}.${language}`).trim() === '')
        .map((language) => `${group}.${language}`),
    ),
    ...(image === '' || /^(\/|https:\/\/)/.test(image) ? [] : ['image']),
    ...(unread.length > 0 ? [] : contradictionsOf({ source, ...offer })),
  ]
  return { offer, wrong: [...new Set(wrong)] }
}

/** A figure as far as it can be reckoned from what is typed by now, in baht; else NaN. */
function reckoned(minorOf: () => number): number {
  try {
    return toWireAmount(minorOf())
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN
    throw error
  }
}

/** What a deposit of 100 baht, or of the least that counts, brings: as the player is told. */
export function exampleOf({ percent, fixed, cap, minDeposit, percentSuccess, percentFail }: Offer) {
  const orNull = (amount: number | null): number | null => (amount === null ? null : fromWireAmount(amount))
  const deposit = Math.max(minDeposit, 100)
  // A percent has two decimals at most, as baht have.
  const share = () => ({ percentHundredths: orNull(percent), fixedMinor: orNull(fixed), capMinor: orNull(cap) })
  const bonus = reckoned(() => bonusOf(share(), fromWireAmount(deposit)))
  const base = (): number => fromWireAmount(deposit) + fromWireAmount(bonus)
  return {
    deposit,
    bonus,
    passFrom: reckoned(() => passFromOf(base(), percentSuccess)),
    failBelow: reckoned(() => failBelowOf(base(), percentFail)),
  }
}
