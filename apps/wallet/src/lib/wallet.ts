import type { calls, StatementRow } from '@krapao/contract'
import { useIsPainted, writeStored } from '@krapao/web'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi } from './api/call-api.ts'
import { hasEarlyAnswer } from './api/early-calls.ts'
import type { Balances, Dated, DatedReadings, Home } from './balances.ts'
import { balancesOf, readTimes } from './balances.ts'
import { keepLastBalance } from './last-balance.ts'
import { readToken } from './session.ts'
import { storageKeys } from './storage-keys.ts'

/**
 * The member's money as the server tells it, for every feature that shows or moves some. Whoever moves money applies the
 * answer and has the rest asked again; live hints do the latter too.
 */

const homePath = '/api/wallet/home'
const homeKey = ['home'] as const
const readingsKey = ['game-readings'] as const
/** Pages of the history begin with this; their number follows. */
export const statementKey = ['statement'] as const
/** What is known of bonuses, invites and refunds begins with this: it moves together with money. */
export const rewardsKey = ['rewards'] as const
/** What is known of a member's limits and of what they leave him. */
export const protectionKey = ['protection'] as const

function keepSyncTime(): void {
  writeStored(storageKeys.lastSync, new Date().toISOString())
}

/** Keeps what the member has in all, to be shown when the app is opened without a network. */
function keepTotal(token: string | null, home: Dated<Home>, readings: DatedReadings | undefined): void {
  keepLastBalance(token, balancesOf(home, readings))
}

const homeQuery = queryOptions({
  queryKey: homeKey,
  queryFn: async ({ signal, client }) => {
    const token = readToken()
    const home = await callApi<typeof calls.walletHome>('GET', homePath, { signal })
    keepSyncTime()
    keepTotal(token, { answer: home, atMs: Date.now() }, client.getQueryData<DatedReadings>(readingsKey))
    return home
  },
})

/** Everything that home shows; the time of the last good answer is kept (GEN-031). */
export function useHome(): UseQueryResult<Home> {
  return useQuery(homeQuery)
}

/** Takes what the page itself has asked for and got, so that home is drawn with it at once. Waits for nothing else. */
export async function takeEarlyHome(client: QueryClient): Promise<void> {
  if (hasEarlyAnswer(homePath)) await client.prefetchQuery(homeQuery)
}

/**
 * Has all game accounts read at their providers; one that does not answer keeps its amount and is stale. With `asks`
 * false what was read before is shown and nobody is asked.
 */
export function useGameReadings({ asks }: { asks: boolean }): UseQueryResult<DatedReadings> {
  return useQuery({
    queryKey: readingsKey,
    queryFn: async ({ signal, client }): Promise<DatedReadings> => {
      const token = readToken()
      const answer = await callApi<typeof calls.walletRefreshSlot>('GET', '/api/wallet/refresh/slot', { signal })
      keepSyncTime()
      const atMs = Date.now()
      const before = client.getQueryData<DatedReadings>(readingsKey)?.readAtMs ?? {}
      const readings = { answer, atMs, readAtMs: readTimes(answer, before, atMs) }
      const home = client.getQueryState<Home>(homeKey)
      if (home?.data !== undefined) keepTotal(token, { answer: home.data, atMs: home.dataUpdatedAt }, readings)
      return readings
    },
    enabled: asks,
    // Reading asks every provider: on each entry and when asked for, not at every glance.
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    retry: false,
  })
}

/** What the member has as far as it is known, for what stands over home; undefined until home came. */
export function useBalances(): Balances | undefined {
  const home = useHome()
  const readings = useGameReadings({ asks: false })
  return home.data === undefined
    ? undefined
    : balancesOf({ answer: home.data, atMs: home.dataUpdatedAt }, readings.data)
}

/** Transfers that are neither done nor undone, newest first. While there are some they are looked at again and again. */
export function useTransfersUnderWay(): readonly StatementRow[] {
  const isPainted = useIsPainted()
  const { data } = useQuery({
    // The page is drawn with what it was opened with first.
    enabled: isPainted,
    queryKey: [...statementKey, 'under-way'],
    queryFn: async ({ signal, client, queryKey }) => {
      const body = { page: 1, limit: 30 }
      const { statements } = await callApi<typeof calls.statementList>('POST', '/api/statement', { body, signal })
      const rows = statements.filter((row) => row.statementType === 'transfer' && row.status === 'IN_PROGRESS')
      const before = client.getQueryData<readonly StatementRow[]>(queryKey) ?? []
      // What has settled is somewhere now.
      if (before.some((row) => !rows.some(({ _id }) => _id === row._id))) {
        void client.invalidateQueries({ queryKey: homeKey })
      }
      return rows
    },
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? 4_000 : false),
  })
  return data ?? []
}

/** Amounts as the answers of money calls tell them. */
interface ToldAmounts {
  readonly wallet: { readonly amount: number }
  readonly slots?: readonly { readonly code: string; readonly amount: number }[]
}

/** Shows the amounts that a call has just told, and has everything that shows money asked again. */
export function applyAmounts(client: QueryClient, told: ToldAmounts): void {
  const amounts = new Map(told.slots?.map(({ code, amount }) => [code, amount]))
  client.setQueryData<Home>(homeKey, (home) =>
    home === undefined
      ? undefined
      : {
          ...home,
          wallet: { amount: told.wallet.amount },
          slots: home.slots.map((slot) => ({ ...slot, amount: amounts.get(slot.code) ?? slot.amount })),
        },
  )
  refreshMoney(client)
}

/** Has everything that shows money asked again, and what the operator says of it: its news come by the same line. */
export function refreshMoney(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['said'] })
  for (const queryKey of [homeKey, statementKey, rewardsKey, protectionKey]) {
    void client.invalidateQueries({ queryKey })
  }
}

/** Has home asked again when the language has changed: games are named in the reader's. */
export function useHomeInLanguage(client: QueryClient, language: string): void {
  const asked = useRef(language)
  useEffect(() => {
    if (asked.current === language) return
    asked.current = language
    void client.invalidateQueries({ queryKey: homeKey })
  }, [client, language])
}

/** Who is logged in, as far as home has told; undefined until it has. */
export function readMemberId(client: QueryClient): string | undefined {
  return client.getQueryData<Home>(homeKey)?.profile._id
}

/** Calls `onNews` whenever home was asked again and answered, as after a live hint. Returns how to stop. */
export function watchHome(client: QueryClient, onNews: () => void): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== homeKey[0]) return
    if (event.action.type === 'success' && event.action.manual !== true) onNews()
  })
}
