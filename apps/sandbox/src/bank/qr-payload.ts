import { type Currency, readWireAmount } from '@krapao/money'
import { checksum, decode, type TLVTag } from 'promptparse'
import { Refusal } from '../http/refusal.ts'

/** What a payer's bank app reads off a payment QR. */
export interface QrPayload {
  /** The layout: a bill payment (tag 30), a PromptPay proxy (tag 29) or a LAO QR (tag 38). */
  readonly kind: 'bill' | 'proxy' | 'lao'
  /** The biller, the proxy or the receiver id: who is paid. */
  readonly receiver: string
  /** Every text that may be the payment's reference, the likeliest first. */
  readonly references: readonly string[]
  readonly currency: Currency
  /** Minor units; null when the payer chooses the amount. */
  readonly amountMinor: number | null
}

type Tags = ReadonlyMap<string, string>

/** An EMVCo text is of printable ASCII and never longer than this. */
const shape = /^[\x20-\x7e]{20,512}$/
const billId = 'A000000677010112'
const proxyId = 'A000000677010111'
const laoId = 'A005266284662577'

/**
 * Reads an EMVCo payment code with promptparse's decoder, and checks by itself what that library lets through: lengths
 * that do not add up, duplicate tags, a lower-case checksum, amounts that are none. Throws 422 INVALID_QR in words.
 */
export function readQrPayload(text: string): QrPayload {
  const payload = text.trim()
  if (!shape.test(payload)) throw invalid('it is no EMVCo text')
  if (checksum(payload.slice(0, -4)) !== payload.slice(-4)) throw invalid('the checksum does not fit')
  const tags = readTags(payload)
  if (!payload.startsWith('000201') || tags.get('63') !== payload.slice(-4))
    throw invalid('it does not begin and end as it must')
  const isDynamic = tags.get('01') === '12'
  if (!isDynamic && tags.get('01') !== '11') throw invalid('tag 01 must be 11 or 12')
  const currency = readCurrency(tags)
  const amountMinor = readQrAmount(tags.get('54'))
  if (isDynamic && amountMinor === null) throw invalid('a dynamic code must carry an amount')
  return { ...readReceiver(tags, currency), currency, amountMinor }
}

function readReceiver(tags: Tags, currency: Currency): Pick<QrPayload, 'kind' | 'receiver' | 'references'> {
  const more = tags.has('62') ? readTags(tags.get('62') ?? '') : new Map<string, string>()
  const extra = ['05', '01', '07', '02', '03', '08'].map((id) => more.get(id))
  const present = (references: readonly (string | undefined)[]): string[] =>
    references.filter((reference) => reference !== undefined && reference !== '').map(String)

  const bill = readTemplate(tags, '30', billId)
  const proxy = readTemplate(tags, '29', proxyId)
  const lao = readTemplate(tags, '38', laoId)
  if (bill !== null && currency === 'BAHT') {
    const receiver = bill.get('01') ?? ''
    const first = bill.get('02')
    if (!/^\d{15}$/.test(receiver)) throw invalid('the biller must be 15 digits')
    if (first === undefined) throw invalid('reference 1 is missing')
    const references = [first, bill.get('03')]
    if (!references.every((reference) => reference === undefined || /^[A-Z0-9]{1,20}$/.test(reference))) {
      throw invalid('references are 1 to 20 capital letters and digits')
    }
    return { kind: 'bill', receiver, references: present([...references, ...extra]) }
  }
  if (proxy !== null && currency === 'BAHT') {
    const receiver = ['01', '02', '03', '04'].map((id) => proxy.get(id)).find((value) => value !== undefined)
    if (receiver === undefined || !/^\d{10,15}$/.test(receiver)) throw invalid('the proxy must be 10 to 15 digits')
    return { kind: 'proxy', receiver, references: present([...extra, receiver]) }
  }
  if (lao !== null && currency === 'LAK') {
    const receiver = lao.get('03')
    if (!/^\d{8}$/.test(lao.get('01') ?? '') || !/^00[12]$/.test(lao.get('02') ?? '') || receiver === undefined) {
      throw invalid('the receiver in tag 38 is not complete')
    }
    return { kind: 'lao', receiver, references: present([...extra, receiver]) }
  }
  throw invalid('it names no receiver in tag 29, 30 or 38 that goes with its currency')
}

function readTemplate(tags: Tags, id: string, application: string): Tags | null {
  const value = tags.get(id)
  if (value === undefined) return null
  const inner = readTags(value)
  return inner.get('00') === application ? inner : null
}

function readCurrency(tags: Tags): Currency {
  if (tags.get('53') === '764' && tags.get('58') === 'TH') return 'BAHT'
  if (tags.get('53') === '418' && tags.get('58') === 'LA') return 'LAK'
  throw invalid('currency and country must be 764 and TH, or 418 and LA')
}

function readQrAmount(text: string | undefined): number | null {
  if (text === undefined) return null
  const read = /^\d{1,11}(?:\.\d{1,2})?$/.test(text) && text.length <= 13 ? readWireAmount(Number(text)) : null
  if (read === null || !read.ok || read.amountMinor === 0) throw invalid('the amount in tag 54 is none')
  return read.amountMinor
}

function readTags(text: string): Tags {
  const found: TLVTag[] = decode(text)
  const tags = new Map<string, string>()
  let length = 0
  for (const tag of found) {
    const isWhole = /^\d\d$/.test(tag.id) && tag.length > 0 && tag.length === tag.value.length
    if (!isWhole || tags.has(tag.id)) throw invalid(`tag ${tag.id} is broken or there twice`)
    tags.set(tag.id, tag.value)
    length += 4 + tag.length
  }
  if (length !== text.length) throw invalid('the lengths do not add up')
  return tags
}

function invalid(reason: string): Refusal {
  return new Refusal(422, 'INVALID_QR', `This QR cannot be paid: ${reason}.`)
}
