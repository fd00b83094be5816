import { maskAccountNo, type Account, type Transfer } from './transfers.ts'

/** A number that payers reach an account by in place of its own. */
interface Proxy {
  readonly type: 'BILLERID' | 'EWALLETID'
  readonly value: string
}

/** The gateways that are played, each in its published format. */
export type GatewayName = keyof typeof collectingAccounts

/** Where the gateways' own money lies, and by what number payers reach it. */
export const collectingAccounts = {
  scb: {
    account: { bankCode: 'SCB', accountNo: '9990001111', name: 'SCB BILLER' },
    proxy: { type: 'BILLERID', value: '099400016550100' },
  },
  opn: {
    account: { bankCode: 'KBANK', accountNo: '9990002222', name: 'OPN PAYMENTS' },
    proxy: { type: 'BILLERID', value: '010553609751305' },
  },
  xendit: {
    account: { bankCode: 'KBANK', accountNo: '9990003333', name: 'XENDIT' },
    proxy: { type: 'BILLERID', value: '010556203398807' },
  },
  jeepay: {
    account: { bankCode: 'SCB', accountNo: '9990004444', name: 'GATEWAY' },
    proxy: { type: 'EWALLETID', value: '140000881234567' },
  },
} as const satisfies Record<string, { account: Account; proxy: Proxy }>

/** The number that a transfer's receiver was reached by, masked as slips show it; null where it was its account's own. */
export function proxyOf({ to }: Pick<Transfer, 'to'>): Proxy | null {
  const found = Object.values(collectingAccounts).find(
    ({ account }) => account.bankCode === to.bankCode && account.accountNo === to.accountNo,
  )
  return found === undefined ? null : { type: found.proxy.type, value: maskAccountNo(found.proxy.value) }
}

/** A side of a transfer as SCB's slips tell it, and services that go by them. */
export function slipSide(name: string, accountNo: string, otherName = name) {
  const account = { type: 'BANKAC', value: maskAccountNo(accountNo) }
  return { displayName: name, name: otherName, proxy: { type: null, value: null }, account }
}

/** The side that was paid: a biller or an e-wallet is told by its number alone. */
export function slipReceiver({ to }: Pick<Transfer, 'to'>): object {
  const proxy = proxyOf({ to })
  return { ...slipSide(to.name, to.accountNo), ...(proxy && { proxy, account: { type: '', value: '' } }) }
}
