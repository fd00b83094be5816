import type { Currency } from '@krapao/money'
import { badRequest } from '../http/refusal.ts'

/** A bank whose customers can pay and be paid. */
export interface Bank {
  readonly code: string
  /** The three digits that slips and payments name the bank by. */
  readonly digits: string
  readonly name: string
  readonly currency: Currency
}

/**
 * The Bank of Thailand's codes for Thai banks. Wallets, gateways and banks of Laos have none there: the codes from 900
 * on are the sandbox's own.
 */
export const banks: readonly Bank[] = [
  thai('BBL', '002', 'ธนาคารกรุงเทพ'),
  thai('KBANK', '004', 'ธนาคารกสิกรไทย'),
  thai('KTB', '006', 'ธนาคารกรุงไทย'),
  thai('TMB', '011', 'ธนาคารทหารไทยธนชาต'),
  thai('SCB', '014', 'ธนาคารไทยพาณิชย์'),
  thai('CITI', '017', 'ธนาคารซิตี้แบงก์'),
  thai('CIMB', '022', 'ธนาคารซีไอเอ็มบีไทย'),
  thai('UOB', '024', 'ธนาคารยูโอบี'),
  thai('BAY', '025', 'ธนาคารกรุงศรีอยุธยา'),
  thai('GSB', '030', 'ธนาคารออมสิน'),
  thai('GHB', '033', 'ธนาคารอาคารสงเคราะห์'),
  thai('BAAC', '034', 'ธ.ก.ส.'),
  thai('IBANK', '066', 'ธนาคารอิสลาม'),
  thai('TISCO', '067', 'ธนาคารทิสโก้'),
  thai('KKP', '069', 'ธนาคารเกียรตินาคินภัทร'),
  thai('LH', '073', 'ธนาคารแลนด์ แอนด์ เฮ้าส์'),
  thai('TW', '990', 'ทรูมันนี่ วอลเล็ท'),
  thai('WW', '991', 'WW Payment'),
  lao('BCEL', '901', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ'),
  lao('LDB', '902', 'ທະນາຄານພັດທະນາລາວ'),
  lao('APB', '903', 'ທະນາຄານສົ່ງເສີມກະສິກຳ'),
  lao('JDB', '904', 'ທະນາຄານຮ່ວມພັດທະນາ'),
  lao('LVB', '905', 'Lao-Viet Bank'),
]

/** Whose accounts the wallet's money goes to, unless somebody else is named: the demo operator. */
export const operatorName = 'KRAPAO DEMO COMPANY LIMITED'

/** The bank of a code, in either case (TTB is TMB's newer name); 400 when the sandbox does not know it. */
export function readBank(code: string): Bank {
  const wanted = code.toUpperCase() === 'TTB' ? 'TMB' : code.toUpperCase()
  const found = banks.find((bank) => bank.code === wanted)
  if (found === undefined) throw badRequest(`bankCode must be one of ${banks.map((bank) => bank.code).join(', ')}`)
  return found
}

/** The three digits of a bank somebody is paid at; 999 for one the sandbox does not know. */
export function bankDigits(code: string): string {
  return banks.find((bank) => bank.code === code)?.digits ?? '999'
}

/** The name people read for a bank's code. */
export function bankName(code: string): string {
  return banks.find((bank) => bank.code === code)?.name ?? code
}

function thai(code: string, digits: string, name: string): Bank {
  return { code, digits, name, currency: 'BAHT' }
}

function lao(code: string, digits: string, name: string): Bank {
  return { code, digits, name, currency: 'LAK' }
}
