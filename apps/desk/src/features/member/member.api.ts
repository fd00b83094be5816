import type { AnswerOf, desk, DeskMember, RevealField, TimelineKind } from '@krapao/contract'
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'

/** His money moves without a word to the desk: so often it is asked for anew. */
const ASK_AGAIN_MS = 10_000

function pathOf(memberId: string, rest = ''): `/api/desk/${string}` {
  return `/api/desk/members/${encodeURIComponent(memberId)}${rest}`
}

/** One member, as he stands now. */
export function useMember(memberId: string): UseQueryResult<DeskMember> {
  return useQuery({
    queryKey: ['member', memberId],
    queryFn: ({ signal }) => callDesk<typeof desk.deskMember>('GET', pathOf(memberId), { signal }),
    refetchInterval: ASK_AGAIN_MS,
  })
}

export type TimelinePage = AnswerOf<typeof desk.deskTimeline>

/** What happened with him, of one kind or of all, the newest first, as far as it was asked for. */
export function useTimeline(
  memberId: string,
  kind: TimelineKind | null,
): UseInfiniteQueryResult<InfiniteData<TimelinePage>> {
  return useInfiniteQuery({
    queryKey: ['timeline', memberId, kind],
    queryFn: ({ signal, pageParam }) => {
      const query = new URLSearchParams({
        ...(kind === null ? {} : { kind }),
        ...(pageParam === null ? {} : { after: pageParam }),
      })
      return callDesk<typeof desk.deskTimeline>('GET', pathOf(memberId, `/timeline?${query}`), { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** What is done to a member for a reason. */
export type MemberDeed = 'lock' | 'unlock' | 'end-sessions' | 'end-bonus' | 'remove-factors' | 'keep-factors'

/** What is set to protect a member, named as the calls are. */
export type ProtectionDeed = 'limits' | 'cool-off' | 'self-exclusion'

/** Does something about a member, once; all that is shown of him is asked for anew, whatever came of it. */
function useMemberIntent<Answer>(
  memberId: string,
  rest: string,
  name: string,
  onDone: (answer: Answer) => void,
  mayFollow = false,
) {
  const client = useQueryClient()
  return useIntent<Answer>(`${name} ${memberId}`, {
    send: async (body, idempotencyKey) => {
      try {
        // Each of these calls answers in its own shape; whoever names the call knows it.
        return (await callDesk<typeof desk.deskAddNote>('POST', pathOf(memberId, rest), {
          body: body as never,
          idempotencyKey,
        })) as Answer
      } finally {
        for (const queryKey of [
          ['member', memberId],
          ['timeline', memberId],
        ])
          void client.invalidateQueries({ queryKey })
      }
    },
    onDone,
    mayFollow,
  })
}

export const useDeed = (memberId: string, deed: MemberDeed, onDone: () => void) =>
  useMemberIntent<unknown>(memberId, `/${deed}`, deed, onDone)

export const useProtect = (memberId: string, deed: ProtectionDeed, onDone: () => void) =>
  useMemberIntent<unknown>(memberId, `/${deed}`, deed, onDone)

export const useNote = (memberId: string, onDone: () => void) =>
  useMemberIntent<unknown>(memberId, '/notes', 'note', onDone)

export type Revealed = AnswerOf<typeof desk.deskReveal>

export const useReveal = (memberId: string, field: RevealField, onDone: (revealed: Revealed) => void) =>
  useMemberIntent<Revealed>(memberId, '/reveal', `reveal-${field}`, onDone)

/** Has a game's provider asked once more what he has there, or an account made anew that it does not know. */
export const useGameDeed = (memberId: string, deed: 'read-game' | 'renew-game', code: string, onDone: () => void) =>
  useMemberIntent<unknown>(memberId, `/${deed}`, `${deed}-${code}`, onDone, true)

/** Writes down what a member asks about what is kept of him. */
export function useDataRequest(memberId: string, onDone: () => void) {
  const client = useQueryClient()
  return useIntent(`data-request ${memberId}`, {
    send: async (body, idempotencyKey) => {
      try {
        return await callDesk<typeof desk.deskReceiveDataRequest>('POST', '/api/desk/data-requests', {
          body: { memberId, ...body } as never,
          idempotencyKey,
        })
      } finally {
        for (const queryKey of [['timeline', memberId], ['data-requests']]) void client.invalidateQueries({ queryKey })
      }
    },
    onDone,
  })
}

export const useRememberPayout = (memberId: string, onDone: () => void) =>
  useMemberIntent<unknown>(memberId, '/remember-payout', 'remember-payout', onDone)

/** Proposes to give him money or to take it. */
export function useAdjustment(memberId: string, onDone: (answer: AnswerOf<typeof desk.deskAdjust>) => void) {
  const client = useQueryClient()
  return useIntent(`adjust ${memberId}`, {
    send: async (body, idempotencyKey) => {
      try {
        return await callDesk<typeof desk.deskAdjust>('POST', '/api/desk/adjustments', {
          body: body as never,
          idempotencyKey,
        })
      } finally {
        for (const queryKey of [['member', memberId], ['proposals']]) void client.invalidateQueries({ queryKey })
      }
    },
    onDone,
  })
}
