import { writeBaht, writeKip } from './amount.ts'
import { type Tag, writeSigned, writeTags } from './tags.ts'

/** A Thai bill payment (tag 30): a biller of 15 digits and a reference of 1 to 20 capital letters and digits. */
interface BillQr {
  kind: 'promptpay-bill'
  billerId: string
  reference1: string
  /** Satang; absent when the payer chooses. */
  amountMinor?: number
}

/** A LAO QR (tag 38): a bank of eight digits, and a person or merchant there. */
interface LaoQr {
  kind: 'lao-qr'
  institution: string
  receiverType: 'person' | 'merchant'
  receiverId: string
  /** Tag 62, 05: 1 to 20 capital letters and digits. */
  reference?: string
  /** Minor units of whole kip; absent when the payer chooses. */
  amountMinor?: number
}

export type PaymentQr = BillQr | LaoQr

const BILL_APPLICATION = 'A000000677010112'
const LAO_APPLICATION = 'A005266284662577'

const THAI = { currency: '764', country: 'TH' } as const
const LAO = { currency: '418', country: 'LA' } as const

const REFERENCE = /^[A-Z0-9]{1,20}$/
const CHECKSUM_ID = '63'

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
      const parts = [
        { id: '00', value: BILL_APPLICATION },
        { id: '01', value: checkForm('the biller', /^\d{15}$/, qr.billerId) },
        { id: '02', value: checkForm('the reference', REFERENCE, qr.reference1) },
      ]
      return { id: '30', value: writeTags(parts) }
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
