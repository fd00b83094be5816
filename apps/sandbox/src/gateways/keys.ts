import type { Bank } from '../operator.ts'
import type { Keys } from '../secret.ts'

/** What the operator would have been given by each gateway, as it stands in the server's KRAPAO_PARTIES. */
export type GatewayTerms = ReturnType<typeof gatewayTerms>

/** Makes the terms of all gateways of a sandbox, which may learn its own address only when it listens. */
export function gatewayTerms(keys: Keys, all: readonly Bank[], urlOf: () => string) {
  const key = (name: string): string => keys.gatewayOf(name)
  const banks = all.filter(({ currency }) => currency === 'BAHT')
  const table = (word: (code: string) => string): Record<string, string> =>
    Object.fromEntries(banks.map(({ code }) => [code, word(code)]))
  return {
    scb: {
      family: 'scb',
      get url(): string {
        return `${urlOf()}/scb`
      },
      key: key('scb').slice(0, 32),
      secret: key('scb').slice(32),
      billerId: '099400016550100',
      ref3Prefix: 'SCBKP1',
    },
    opn: {
      family: 'opn',
      get url(): string {
        return `${urlOf()}/opn`
      },
      secretKey: `skey_test_${key('opn').slice(0, 19)}`,
      webhookSecret: Buffer.from(key('opn-events'), 'hex').toString('base64'),
    },
    xendit: {
      family: 'xendit',
      get url(): string {
        return `${urlOf()}/xendit`
      },
      secretKey: `xnd_development_${key('xendit')}`,
      callbackToken: key('xendit-calls'),
      channels: table((code) => `TH_${code}`),
    },
    jeepay: {
      family: 'jeepay',
      get url(): string {
        return `${urlOf()}/jeepay`
      },
      mchNo: 'M1000000001',
      appId: '60cc09bce4b0f1c0b83761c9',
      key: key('jeepay'),
      wayCode: 'PROMPTPAY',
      payout: { ifCode: 'thbank', banks: table((code) => code), refusals: ['refused by the bank'] },
    },
  }
}
