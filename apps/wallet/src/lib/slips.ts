import type { AnswerOf, calls, Slip, SlipReason } from '@krapao/contract'
import { slipReasons } from '@krapao/contract'
import { serverNowMs } from '@krapao/web'
import type { UseQueryResult } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callApi } from './api/call-api.ts'
import type { Texts } from './texts/texts.ts'

/** The slips that a member sent, for the list of them and for the sheet that one was just sent from. */

/** Section 9: ten rows a page. */
export const SLIP_PAGE_SIZE = 10

/** Beginning of the names under which pages of slips are kept; what has the statement asked again asks these too. */
const key = ['statement', 'slips'] as const

/** Addresses of pictures are good for 15 minutes: the list is asked again before. */
const LINK_FRESH_MS = 10 * 60_000

type SlipPage = AnswerOf<typeof calls.slipList>

/**
 * One page of slips, newest first; the page before stays in sight until it came. Looked at again while a slip is being
 * checked, so that it settles before the reader's eyes.
 */
export function useSlips(page: number): UseQueryResult<SlipPage> {
  return useQuery({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      callApi<typeof calls.slipList>('POST', '/api/statement/slip', { body: { page, limit: SLIP_PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    // The address of a picture is good for a while only: a list of earlier is asked for anew when it is opened.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => slipsAgainMs(state.data?.slips ?? [], serverNowMs()),
  })
}

export type SlipStatus = 'SUCCESS' | 'FAILED' | 'IN_PROGRESS'

/** The status that is shown: what is neither SUCCESS nor FAILED is in progress (SLP-008). */
export function slipStatusOf({ status }: { readonly status: string }): SlipStatus {
  return status === 'SUCCESS' || status === 'FAILED' ? status : 'IN_PROGRESS'
}

/** Whether a person decides about a slip that is in progress. */
export function isInReview(slip: Pick<Slip, 'status' | 'note'>): boolean {
  return slipStatusOf(slip) === 'IN_PROGRESS' && slip.note === 'IN_REVIEW'
}

/** How long until slips are looked at again: soon while one is young and in progress, seldom when it has lasted. */
function slipsAgainMs(slips: readonly Slip[], nowMs: number): number {
  const startsMs = slips
    .filter((slip) => slipStatusOf(slip) === 'IN_PROGRESS')
    .map(({ createdAt }) => Date.parse(createdAt))
  if (startsMs.length === 0) return LINK_FRESH_MS
  const ageMs = nowMs - Math.max(...startsMs)
  if (ageMs < 60_000) return 2_000
  return ageMs < 10 * 60_000 ? 5_000 : 20_000
}

/** The reason that a note says, as labels and advice name it; any other note says that nobody knows (decisions 2.55). */
function reasonOf(note: string | null): SlipReason {
  return slipReasons.find((code) => code === note) ?? 'UNKNOW_ERROR'
}

/** Why a slip failed, in a few words (SLP-009 to SLP-017). */
export function slipReason({ t }: Texts, note: string | null): string {
  return t(`slip.reason.${reasonOf(note)}`)
}

/** What to do about it, in a sentence that does not say the reason again. */
export function slipAdvice({ t }: Texts, note: string | null): string {
  return t(`slip.advice.${reasonOf(note)}`)
}
