import type { AnswerOf, Call } from '@krapao/contract'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { callDesk } from './call.ts'

/**
 * What a call reads, kept under a key.
 *
 * @param how when it is asked for, and how often anew.
 */
export function useRead<C extends Call>(
  queryKey: readonly unknown[],
  path: `/api/desk/${string}`,
  how: Omit<UseQueryOptions<AnswerOf<C>>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<AnswerOf<C>> {
  return useQuery({ queryKey, queryFn: ({ signal }) => callDesk<C>('GET', path, { signal }), ...how })
}
