import type { Sql } from '../../platform/database/types.ts'
import { type CashierWorld, openCashierWorld, type TestMember } from '../../testing/worlds/cashier-world.ts'

/** Members who play real games of the cashier's world, and lose by refresh. */
export interface PlayingWorld extends CashierWorld {
  /** A member with 10,000 baht at PG. */
  player(inviter?: TestMember): Promise<TestMember>
  /** His balance at PG changes by so many baht, which a refresh books. */
  play(member: TestMember, baht: number): Promise<void>
  /** The same time on the next day, with all jobs done. */
  nextDay(): Promise<void>
  setBonus(member: TestMember, state: 'armed' | 'granted' | 'ending' | null): Promise<void>
}

export async function openPlayingWorld(given?: Parameters<typeof openCashierWorld>[0]): Promise<PlayingWorld> {
  const base = await openCashierWorld(given)
  const world: PlayingWorld = Object.assign(base, {
    async player(inviter?: TestMember) {
      const member = await base.member({ walletMinor: 10_000_00 })
      if (inviter !== undefined) {
        await base.rows('update member set inviter_id = $2 where id = $1', [member.id, inviter.id])
      }
      await member.call('GET', '/api/wallet/activate/PG')
      await member.call('POST', '/api/wallet/transfer', { body: { from: 'WALLET', to: 'PG', amount: 10_000 } })
      return member
    },
    async play(member: TestMember, baht: number) {
      const [account] = await base.rows<{ username: string }>(
        `select username from game_account where member_id = $1 and code = 'PG'`,
        [member.id],
      )
      const { balances } = base.providerOf('PG')
      const username = account?.username ?? ''
      balances.set(username, (balances.get(username) ?? 0) + Math.round(baht * 100))
      await member.call('GET', '/api/wallet/refresh/slot')
    },
    async nextDay() {
      base.clock.advance(24 * 3_600_000)
      await base.work()
    },
    async setBonus(member: TestMember, state: 'armed' | 'granted' | 'ending' | null) {
      await base.rows('update member set bonus_state = $2, version = version + 1 where id = $1', [member.id, state])
    },
  })
  return world
}

/** Changes a rule from now on until the work is done. */
export async function underRule<Rule extends object>(
  world: PlayingWorld,
  store: {
    read: (sql: Sql, at: Date) => Promise<Rule | null>
    write: (sql: Sql, at: Date, rule: Rule) => Promise<void>
  },
  changes: object,
  work: () => Promise<void>,
): Promise<void> {
  const now = () => world.clock.now()
  const rule = await store.read(world.database, now())
  if (rule === null) throw new Error('there is no rule')
  await store.write(world.database, now(), { ...rule, ...changes })
  await work()
  world.clock.advance(1)
  await store.write(world.database, now(), rule)
}
