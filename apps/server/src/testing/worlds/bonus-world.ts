import { type Answer, type CashierWorld, openCashierWorld, type TestMember } from './cashier-world.ts'

/** A member who holds, plays and ends bonuses. */
export interface BonusMember extends TestMember {
  arm(code: string, key?: string): Promise<Answer>
  promotion(code: string, key?: string): Promise<Answer>
  clear(key?: string): Promise<Answer>
  /** Pays a QR of so many baht; answers what the wallet gained. */
  deposit(amount: number): Promise<number>
  open(code: string): Promise<void>
  transfer(from: string, to: string, amount: number): Promise<Answer>
  /** The player wins so many credits at a game, or with a negative change loses them. */
  play(code: string, change: number): Promise<void>
  state(): Promise<{ state: string; base: number | null; current: number | null } | null>
}

export interface BonusWorld extends CashierWorld {
  player(given?: Parameters<CashierWorld['member']>[0]): Promise<BonusMember>
}

/** The cashier's world with members who play. */
export async function openBonusWorld(given?: Parameters<typeof openCashierWorld>[0]): Promise<BonusWorld> {
  const world = await openCashierWorld(given)

  async function player(money?: Parameters<CashierWorld['member']>[0]): Promise<BonusMember> {
    const member = await world.member(money)
    const { call } = member
    return {
      ...member,
      arm: (code, key) => call('GET', `/api/bonus/activate/${code}`, { key }),
      promotion: (code, key) => call('GET', `/api/promotion/activate/${code}`, { key }),
      clear: (key) => call('GET', '/api/bonus/clear', { key }),
      async deposit(amount) {
        const before = await member.wallet()
        const { body } = await call('POST', '/api/qrcode/KBANK', { body: { amount } })
        if (body['hasQrcode'] !== true) throw new Error(`no QR: ${JSON.stringify(body)}`)
        const [row] = await world.rows<{ reference: string }>('select reference from qr_code where id = $1', [
          body['qrcodeId'],
        ])
        await world.hook(world.paymentOf(world.payment(row?.reference ?? '', { amount })))
        return Math.round(((await member.wallet()) - before) * 100) / 100
      },
      async open(code) {
        const { status, body } = await call('GET', `/api/wallet/activate/${code}`)
        if (status !== 200) throw new Error(`no account at ${code}: ${JSON.stringify(body)}`)
      },
      transfer: (from, to, amount) => call('POST', '/api/wallet/transfer', { body: { from, to, amount } }),
      async play(code, change) {
        const [account] = await world.rows<{ username: string }>(
          'select username from game_account where member_id = $1 and code = $2',
          [member.id, code],
        )
        const { balances } = world.providerOf(code)
        const username = account?.username ?? ''
        balances.set(username, (balances.get(username) ?? 0) + Math.round(change * 100))
      },
      async state() {
        const { body } = await call('GET', '/api/bonus/check/active')
        const progress = body['progress'] as { state: string; base: number | null; current: number | null } | null
        return progress === null ? null : { state: progress.state, base: progress.base, current: progress.current }
      },
    }
  }

  // `process` is a getter, which a spread would freeze.
  return Object.assign(Object.create(world) as CashierWorld, { player })
}
