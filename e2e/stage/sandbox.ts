import { waitUntil } from './client.ts'
/** The sandbox's doors for tests: the outside world that a player sees, and the switches of what goes wrong in it. */

export interface BankPayer {
  bankCode: string
  accountNo: string
  name: string
}

interface Payout {
  reference: string
  amount: number
  currency: string
  to: BankPayer
  state: 'SENT' | 'PAID' | 'FAILED' | 'RETURNED'
}

export interface Receipt {
  transRef: string
  sendingBank: string
  reference: string
}

/** What can go wrong at a party; `none` ends it. */
export type FaultMode =
  | 'none'
  | 'error'
  | 'refuse'
  | 'slow'
  | 'down'
  | 'late'
  | 'cut-before'
  | 'cut-after'
  | 'in-progress'
  | 'duplicate-callback'
  | 'drop-callback'
  | 'out-of-order'

/** Longer than any test waits: what is held back so comes when it is released. */
export const heldMs = 3_600_000

export interface FaultTerms {
  /** How often it fires; until it is changed without. */
  times?: number
  ms?: number
}

/** A transfer that a payer made by hand, with the picture that his bank gives him. */
interface HandTransfer extends Receipt {
  slip: Uint8Array
}

export interface Sandbox {
  /** The texts that a phone received, newest first. */
  messages(phone: string): Promise<string[]>
  /** The six digits of the newest text that a phone received. */
  otpCode(phone: string): Promise<string>
  /** Pays a QR at the bank; another amount than the QR's where it is given. */
  pay(payload: string, from: BankPayer, amount?: number): Promise<Receipt>
  /** Transfers to an account at the bank, as a payer does in his app; answers the e-slip too. */
  transfer(from: BankPayer, to: { bankCode: string; accountNo: string }, amount: number): Promise<HandTransfer>
  /** Makes a gift link of an amount. */
  giftLink(amount: number): Promise<string>
  /** Books a win or a loss in game credits; answers the credits that the player then has. */
  play(game: string, username: string, change: number): Promise<number>
  /** The credits that a player has at a provider. */
  credits(game: string, username: string): Promise<number>
  /** What the bank was asked to pay to an account, newest first. */
  payoutsTo(accountNo: string): Promise<Payout[]>
  /** Gives a payout another end, and the bank tells the server. */
  endPayout(reference: string, state: 'PAID' | 'FAILED' | 'RETURNED'): Promise<void>
  /** Sets the switch of a party: `sms`, `bank`, `gift` or `game:CODE`. */
  fault(party: string, mode: FaultMode, terms?: FaultTerms): Promise<void>
  /** Lets happen now what is late or in progress, at all parties or at one provider of games. */
  release(provider?: string): Promise<void>
  /** How often the switch of a party fired since it was set. */
  fired(party: string): Promise<number>
}

export function createSandbox(baseUrl: string): Sandbox {
  async function ask<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the sandbox answered ${path} with ${response.status} ${text}`)
    // The sandbox is no party of the contract; a wrong shape shows in what the test compares.
    return JSON.parse(text) as Body
  }

  async function messages(phone: string): Promise<string[]> {
    const path = `/api/phone/messages?to=${encodeURIComponent(phone)}`
    return (await ask<{ messages: { text: string }[] }>('GET', path)).messages.map(({ text }) => text)
  }

  async function play(game: string, username: string, change: number): Promise<number> {
    return (await ask<{ balance: number }>('POST', `/api/games/${game}/play`, { username, change })).balance
  }

  return {
    messages,
    async otpCode(phone) {
      // The call that has it sent is answered before the SMS is there.
      const [newest] = await waitUntil(
        `an SMS to ${phone}`,
        () => messages(phone),
        (list) => list.length > 0,
      )
      const digits = newest?.match(/\d{4,}/g) ?? []
      if (digits.length !== 1 || digits[0]?.length !== 6) throw new Error(`no code in the SMS to ${phone}: ${newest}`)
      return digits[0]
    },
    pay: (payload, from, amount) =>
      ask<Receipt>('POST', '/api/bank/pay', { payload, from, ...(amount === undefined ? {} : { amount }) }),
    async transfer(from, to, amount) {
      const { slip, ...receipt } = await ask<Receipt & { slip: string }>('POST', '/api/bank/transfer', {
        from,
        to,
        amount,
      })
      const picture = await fetch(new URL(slip, baseUrl), { signal: AbortSignal.timeout(120_000) })
      if (!picture.ok) throw new Error(`the sandbox has no e-slip ${slip}`)
      return { ...receipt, slip: new Uint8Array(await picture.arrayBuffer()) }
    },
    async giftLink(amount) {
      return (await ask<{ link: string }>('POST', '/api/gifts', { amount })).link
    },
    play,
    credits: (game, username) => play(game, username, 0),
    async payoutsTo(accountNo) {
      const { payouts } = await ask<{ payouts: Payout[] }>('GET', `/api/bank/payouts?to=${accountNo}`)
      return payouts
    },
    async endPayout(reference, state) {
      await ask('POST', `/api/bank/payouts/${reference}`, { state })
    },
    async fault(party, mode, terms = {}) {
      await ask('POST', '/api/faults', { party, mode, ...terms })
    },
    async release(provider) {
      await ask('POST', '/api/faults/release', { provider })
    },
    async fired(party) {
      const { faults } = await ask<{ faults: { party: string; fired: number }[] }>('GET', '/api/faults')
      const found = faults.find((fault) => fault.party === party)
      if (found === undefined) throw new Error(`the sandbox has no party ${party}`)
      return found.fired
    },
  }
}
