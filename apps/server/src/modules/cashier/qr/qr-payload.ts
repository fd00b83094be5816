import { paymentQr } from '@krapao/payment-codes'
import type { DepositBank } from '../../operator/index.ts'

/** The operator's account behind a QR, with its bank's code in a LAO QR. */
export type QrAccount = DepositBank & { qrInstitution: string | null }

/** Stands in a LAO QR for a bank whose own code nobody said. */
const LAO_INSTITUTION_OF_OTHERS = '00000418'

/**
 * The EMVCo text that a payer's bank app reads: a Thai bill payment with our reference as its first one, or a LAO QR
 * when the receiving account is in LAK (rulings 2.5). Throws a RangeError when the account or the amount cannot stand
 * in such a code.
 */
export function qrPayload(account: QrAccount, chargeMinor: number, reference: string): string {
  const accountNo = account.bankAccountNo.replace(/\D/g, '')
  if (account.currency === 'LAK') {
    return paymentQr({
      kind: 'lao-qr',
      institution: account.qrInstitution ?? LAO_INSTITUTION_OF_OTHERS,
      receiverType: 'merchant',
      receiverId: accountNo,
      reference,
      amountMinor: chargeMinor,
    })
  }
  return paymentQr({
    kind: 'promptpay-bill',
    billerId: accountNo.padStart(15, '0'),
    reference1: reference,
    amountMinor: chargeMinor,
  })
}
