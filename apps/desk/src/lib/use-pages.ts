import type { AnswerOf, Call } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callDesk } from './call.ts'

/** Others change it too, and nobody tells the desk. */
export const ASK_AGAIN_MS = 10_000

/** How a list is read that is asked for again and again; the one before stays until another one has come. */
export const askedAgain = { keepsShown: true, refetchInterval: ASK_AGAIN_MS }

/** The rows of all pages that came. */
export function rowsOf<Row>({
  data,
}: {
  readonly data: { readonly pages: readonly { readonly rows: readonly Row[] }[] } | undefined
}): readonly Row[] {
  return data?.pages.flatMap((page) => page.rows) ?? []
}

/** The rows of all pages that came, each once: what moved while they were read may stand on two of them. */
export function onceOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()]
}

/**
 * A list that is read page by page, as far as it was asked for.
 *
 * @param narrowed what each row must be of; what is null or empty narrows nothing.
 * @param how `keepsShown` where the list before stays until another one has come.
 */
export function usePages<C extends Call>(
  queryKey: readonly unknown[],
  path: `/api/desk/${string}`,
  narrowed: Readonly<Record<string, string | null>> = {},
  { keepsShown = false, ...how }: { keepsShown?: boolean; refetchInterval?: number; enabled?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<AnswerOf<C>>> {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam: after }) => {
      const said = Object.entries({ ...narrowed, ...(after === null ? {} : { after }) })
      const query = new URLSearchParams(said.filter((one): one is [string, string] => (one[1] ?? '') !== ''))
      return callDesk<C>('GET', `${path}?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: AnswerOf<C>) => (page as { readonly next: string | null }).next,
    ...(keepsShown ? { placeholderData: keepPreviousData } : {}),
    ...how,
  })
}
