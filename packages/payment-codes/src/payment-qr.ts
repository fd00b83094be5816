import type { Currency } from '@krapao/money'
import { readAmount, writeBaht, writeKip } from './amount.ts'
import { type CodeProblem, readSigned, readTags, type Tag, writeSigned, writeTags } from './tags.ts'

/** A Thai bill payment (tag 30): a biller of 15 digits and references of 1 to 20 capital letters and digits. */
export interface BillQr {
  kind: 'promptpay-bill'
  billerId: string
  reference1: string
  reference2?: string
  /** Of the terminal: the bank's prefix and a value (tag 62, 07). */
  reference3?: string
  /** Satang; absent when the payer chooses. */
  amountMinor?: number
}

/** A transfer to a PromptPay id (tag 29): a mobile of ten digits, a national or tax id of 13, an e-wallet of 15. */
export interface AnyIdQr {
  kind: 'promptpay-id'
  idType: 'mobile' | 'national-id' | 'e-wallet'
  target: string
  /** Satang; absent when the payer chooses. */
  amountMinor?: number
}

/** A LAO QR (tag 38): a bank of eight digits, and a person or merchant there. */
export interface LaoQr {
  kind: 'lao-qr'
  institution: string
  receiverType: 'person' | 'merchant'
  receiverId: string
  /** Tag 62, 05: 1 to 20 capital letters and digits. */
  reference?: string
  /** Minor units of whole kip; absent when the payer chooses. */
  amountMinor?: number
}

export type PaymentQr = BillQr | AnyIdQr | LaoQr

export type PaymentQrReading = { ok: true; qr: PaymentQr; currency: Currency } | { ok: false; problem: CodeProblem }

const BILL_APPLICATION = 'A000000677010112'
const ANY_ID_APPLICATION = 'A000000677010111'
const LAO_APPLICATION = 'A005266284662577'

const THAI = { currency: '764', country: 'TH' } as const
const LAO = { currency: '418', country: 'LA' } as const

const REFERENCE = /^[A-Z0-9]{1,20}$/
const CHECKSUM_ID = '63'

/** The sub-tag and the form of each kind of PromptPay id, as the tag carries it. */
const ANY_IDS = {
  mobile: { id: '01', form: /^0066\d{9}$/ },
  'national-id': { id: '02', form: /^\d{13}$/ },
  'e-wallet': { id: '03', form: /^\d{15}$/ },
} as const satisfies Record<AnyIdQr['idType'], { id: string; form: RegExp }>

/**
 * The text of an EMVCo payment QR: dynamic when it has an amount, static otherwise. The tags come in the order that
 * Thai banks' own codes have them. Throws a RangeError for a part that does not have the form its scheme wants.
 */
export function paymentQr(qr: PaymentQr): string {
  const place = qr.kind === 'lao-qr' ? LAO : THAI
  const tags: Tag[] = [
    { id: '00', value: '01' },
    { id: '01', value: qr.amountMinor === undefined ? '11' : '12' },
    receiverTag(qr),
    { id: '53', value: place.currency },
    { id: '58', value: place.country },
  ]
  if (qr.amountMinor !== undefined) {
    tags.push({ id: '54', value: qr.kind === 'lao-qr' ? writeKip(qr.amountMinor) : writeBaht(qr.amountMinor) })
  }
  if (qr.kind === 'promptpay-bill' && qr.reference3 !== undefined) {
    tags.push({ id: '62', value: writeTags([{ id: '07', value: checkForm('reference 3', REFERENCE, qr.reference3) }]) })
  }
  if (qr.kind === 'lao-qr' && qr.reference !== undefined) {
    tags.push({
      id: '62',
      value: writeTags([{ id: '05', value: checkForm('the reference', REFERENCE, qr.reference) }]),
    })
  }
  return writeSigned(tags, CHECKSUM_ID)
}

function receiverTag(qr: PaymentQr): Tag {
  switch (qr.kind) {
    case 'promptpay-bill': {
      const parts: Tag[] = [
        { id: '00', value: BILL_APPLICATION },
        { id: '01', value: checkForm('the biller', /^\d{15}$/, qr.billerId) },
        { id: '02', value: checkForm('reference 1', REFERENCE, qr.reference1) },
      ]
      if (qr.reference2 !== undefined) {
        parts.push({ id: '03', value: checkForm('reference 2', REFERENCE, qr.reference2) })
      }
      return { id: '30', value: writeTags(parts) }
    }
    case 'promptpay-id': {
      const { id, form } = ANY_IDS[qr.idType]
      const target = qr.idType === 'mobile' ? qr.target.replace(/^0/, '0066') : qr.target
      const parts = [
        { id: '00', value: ANY_ID_APPLICATION },
        { id, value: checkForm('the target', form, target) },
      ]
      return { id: '29', value: writeTags(parts) }
    }
    case 'lao-qr': {
      const parts = [
        { id: '00', value: LAO_APPLICATION },
        { id: '01', value: checkForm('the institution', /^\d{8}$/, qr.institution) },
        { id: '02', value: qr.receiverType === 'person' ? '001' : '002' },
        { id: '03', value: checkForm('the receiver', /^[A-Za-z0-9]{1,40}$/, qr.receiverId) },
      ]
      return { id: '38', value: writeTags(parts) }
    }
  }
}

function checkForm(what: string, form: RegExp, value: string): string {
  if (!form.test(value)) throw new RangeError(`${what} of a payment code has not the form ${form.source}`)
  return value
}

/**
 * Reads a payment QR of the schemes that `paymentQr` writes, whatever the order of its tags, and refuses everything
 * that another reader could understand otherwise. Never throws.
 */
export function readPaymentQr(text: string): PaymentQrReading {
  const reading = readSigned(text, CHECKSUM_ID)
  if (!reading.ok) return reading
  const { tags } = reading
  const begins = text.startsWith('000201') && (tags.get('01') === '11' || tags.get('01') === '12')
  const receivers = ['29', '30', '38'].filter((id) => tags.has(id))
  const [receiverId] = receivers
  const place = placeOf(tags)
  if (!begins || receivers.length !== 1 || receiverId === undefined || place === null) return refused('content')
  if ((receiverId === '38') !== (place === LAO)) return refused('content')

  const amountMinor = tags.has('54') ? readAmount(tags.get('54') ?? '') : undefined
  if (amountMinor === null || (amountMinor === undefined && tags.get('01') === '12')) return refused('content')
  const receiver = readTags(tags.get(receiverId) ?? '')
  if (!receiver.ok) return receiver
  const additional = readTags(tags.get('62') ?? '')
  if (!additional.ok) return additional

  const qr = readReceiver(receiverId, receiver.tags, additional.tags)
  if (qr === null) return refused('content')
  const read: PaymentQr = amountMinor === undefined ? qr : { ...qr, amountMinor }
  return { ok: true, qr: read, currency: place === LAO ? 'LAK' : 'BAHT' }
}

type Tags = ReadonlyMap<string, string>

function placeOf(tags: Tags): typeof THAI | typeof LAO | null {
  return [THAI, LAO].find((place) => tags.get('53') === place.currency && tags.get('58') === place.country) ?? null
}

function readReceiver(id: string, receiver: Tags, additional: Tags): PaymentQr | null {
  if (id === '30') return readBill(receiver, additional)
  return id === '29' ? readAnyId(receiver) : readLao(receiver, additional)
}

function readBill(receiver: Tags, additional: Tags): BillQr | null {
  const billerId = receiver.get('01') ?? ''
  const reference1 = receiver.get('02') ?? ''
  const reference2 = receiver.get('03')
  const reference3 = additional.get('07')
  const references = [reference1, reference2, reference3].filter((reference) => reference !== undefined)
  if (receiver.get('00') !== BILL_APPLICATION || !/^\d{15}$/.test(billerId)) return null
  if (!references.every((reference) => REFERENCE.test(reference))) return null
  return {
    kind: 'promptpay-bill',
    billerId,
    reference1,
    ...(reference2 !== undefined && { reference2 }),
    ...(reference3 !== undefined && { reference3 }),
  }
}

function readAnyId(receiver: Tags): AnyIdQr | null {
  if (receiver.get('00') !== ANY_ID_APPLICATION || receiver.size !== 2) return null
  for (const idType of ['mobile', 'national-id', 'e-wallet'] as const) {
    const { id, form } = ANY_IDS[idType]
    const target = receiver.get(id)
    if (target === undefined) continue
    if (!form.test(target)) return null
    return { kind: 'promptpay-id', idType, target: idType === 'mobile' ? `0${target.slice(4)}` : target }
  }
  return null
}

function readLao(receiver: Tags, additional: Tags): LaoQr | null {
  const institution = receiver.get('01') ?? ''
  const receiverId = receiver.get('03') ?? ''
  const receiverType = { '001': 'person', '002': 'merchant' } as const
  const kind = receiver.get('02')
  const reference = additional.get('05')
  if (receiver.get('00') !== LAO_APPLICATION || !/^\d{8}$/.test(institution)) return null
  if ((kind !== '001' && kind !== '002') || !/^[A-Za-z0-9]{1,40}$/.test(receiverId)) return null
  if (reference !== undefined && !REFERENCE.test(reference)) return null
  return {
    kind: 'lao-qr',
    institution,
    receiverType: receiverType[kind],
    receiverId,
    ...(reference !== undefined && { reference }),
  }
}

function refused(problem: CodeProblem): PaymentQrReading {
  return { ok: false, problem }
}
