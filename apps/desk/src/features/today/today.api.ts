import type { AnswerOf, desk, TodayFigure } from '@krapao/contract'
import { newIdempotencyKey } from '@krapao/web'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { usePages } from '../../lib/use-pages.ts'

export type Today = AnswerOf<typeof desk.deskToday>

/** What is shown is at most so old, and the server keeps its answer no longer. */
const ASK_AGAIN_MS = 5_000

/** Takes note of an alert; what is so now is asked for anew, whatever came of it. */
export function useAcknowledge(): UseMutationResult<unknown, Error, string> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (alertId: string) =>
      callDesk<typeof desk.deskAcknowledgeAlert>(
        'POST',
        `/api/desk/alerts/${encodeURIComponent(alertId)}/acknowledge`,
        {
          idempotencyKey: newIdempotencyKey(),
        },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['today'] }),
  })
}

const todayQuery = {
  queryKey: ['today'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Today> =>
    callDesk<typeof desk.deskToday>('GET', '/api/desk/today', { signal }),
}

/** How often it is asked wherever one is at the desk. */
const BELL_MS = 10_000

/** How many alerts nobody has taken note of, and how many decisions wait. */
export function useWaitingWork(): { alerts: number; decisions: number } {
  const { data } = useQuery({ ...todayQuery, refetchInterval: BELL_MS, select: waitingWorkOf })
  return data ?? { alerts: 0, decisions: 0 }
}

const waitingWorkOf = ({ alerts, queues }: Today) => ({
  alerts: alerts.filter(({ acknowledged }) => acknowledged === null).length,
  decisions: queues.reduce((sum, { kind, count }) => (kind === 'chat' ? sum : sum + count), 0),
})

/** The day so far, asked for again and again. */
export function useToday(): UseQueryResult<Today> {
  return useQuery({ ...todayQuery, refetchInterval: ASK_AGAIN_MS })
}

export type ListedDay = 'now' | 'before'

/** What a figure is made of, the newest first. */
export const useTodayList = (figure: TodayFigure, day: ListedDay) =>
  usePages<typeof desk.deskTodayList>(['today', figure, day], `/api/desk/today/${figure}`, { day })
