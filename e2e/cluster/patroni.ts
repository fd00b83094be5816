import { waitUntil } from '../stage/client.ts'
import { NAMES } from './network.ts'

/** What Patroni and etcd say of who is who. */
export interface Roles {
  /** The place of the primary; waits until Patroni has one, and a standby that is in step. */
  settled(withinMs?: number): Promise<number>
  /** Who has the lock may not be primary yet, and is asked himself; null while nobody is. */
  primary(): Promise<number | null>
  /** The place of the standby that commits wait for; -1 where there is none. */
  standby(): Promise<number>
  /** The place of etcd's leader; -1 where there is none. */
  leader(): Promise<number>
}

interface Member {
  name: string
  role: string
  state: string
}

/** Asks the nodes at these addresses, in the order of their places. A node that gives no answer in time says nothing. */
export function createRoles(addresses: readonly string[]): Roles {
  const members = async (): Promise<Member[]> => {
    for (const address of addresses) {
      const answer = await ask(`http://${address}:8008/cluster`)
      if (answer?.ok === true) return ((await answer.json()) as { members: Member[] }).members
      await answer?.body?.cancel()
    }
    return []
  }
  const placeWhere = async (isThat: (address: string) => Promise<boolean>): Promise<number> =>
    (await Promise.all(addresses.map((address) => isThat(address).catch(() => false)))).indexOf(true)
  const primary = async (): Promise<number | null> => {
    const place = await placeWhere(async (address) => {
      return (await ask(`http://${address}:8008/primary`, 'OPTIONS'))?.status === 200
    })
    return place === -1 ? null : place
  }
  return {
    primary,
    async settled(withinMs = 90_000) {
      const seen = await waitUntil(
        'a primary and two standbys, one of them in step',
        async () => ({ list: await members(), primary: await primary() }),
        ({ list, primary: place }) =>
          place !== null &&
          list.length === NAMES.length &&
          list.some(({ role }) => role === 'sync_standby') &&
          list.filter(({ role, state }) => role !== 'leader' && /running|streaming/.test(state)).length === 2,
        withinMs,
      )
      return seen.primary ?? 0
    },
    async standby() {
      const inStep = (await members()).find(({ role }) => role === 'sync_standby')
      return NAMES.findIndex((name) => name === inStep?.name)
    },
    leader: () =>
      placeWhere(async (address) => {
        const answer = await ask(`http://${address}:2379/v2/stats/self`)
        return ((await answer?.json()) as { state: string } | undefined)?.state === 'StateLeader'
      }),
  }
}

/** An answer, or null where none came in time. */
function ask(url: string, method = 'GET'): Promise<Response | null> {
  return fetch(url, { method, signal: AbortSignal.timeout(1_500) }).catch(() => null)
}
