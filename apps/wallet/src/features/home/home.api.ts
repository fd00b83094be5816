import type { AnswerOf, calls } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { writeStored } from '../../lib/storage.ts'

export type Home = AnswerOf<typeof calls.walletHome>
export type GameReadings = AnswerOf<typeof calls.walletRefreshSlot>

/** Everything that home shows; the time of the last good answer is kept (GEN-031). */
export function useHome(): UseQueryResult<Home> {
  return useQuery({
    queryKey: ['home'],
    queryFn: async ({ signal }) => {
      const home = await callApi<typeof calls.walletHome>('GET', '/api/wallet/home', { signal })
      writeStored(storageKeys.lastSync, new Date().toISOString())
      return home
    },
  })
}

/** Has all game accounts read at their providers; one that does not answer keeps its amount and is stale. */
export function useGameReadings(): UseQueryResult<GameReadings> {
  return useQuery({
    queryKey: ['game-readings'],
    queryFn: async ({ signal }) => {
      const readings = await callApi<typeof calls.walletRefreshSlot>('GET', '/api/wallet/refresh/slot', { signal })
      writeStored(storageKeys.lastSync, new Date().toISOString())
      return readings
    },
    // Reading asks every provider: on entry and when asked for, not at every glance.
    refetchOnWindowFocus: false,
    retry: false,
  })
}
