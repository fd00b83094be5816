import type { AnswerOf, Call, desk, RevealField, TimelineKind } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { sender } from '../../lib/call.ts'
import { useIntent } from '../../lib/intent.ts'
import { ASK_AGAIN_MS, usePages } from '../../lib/use-pages.ts'
import { useRead } from '../../lib/use-read.ts'

function pathOf(memberId: string, rest = ''): `/api/desk/${string}` {
  return `/api/desk/members/${encodeURIComponent(memberId)}${rest}`
}

/** One member, as he stands now. */
export const useMember = (memberId: string) =>
  useRead<typeof desk.deskMember>(['member', memberId], pathOf(memberId), {
    refetchInterval: ASK_AGAIN_MS,
  })

/** What happened with him, of one kind or of all, the newest first. */
export const useTimeline = (memberId: string, kind: TimelineKind | null) =>
  usePages<typeof desk.deskTimeline>(['timeline', memberId, kind], pathOf(memberId, '/timeline'), { kind })

/** What is done to a member for a reason. */
export type MemberDeed = 'lock' | 'unlock' | 'end-sessions' | 'end-bonus' | 'remove-factors' | 'keep-factors'

/** What is set to protect a member, named as the calls are. */
export type ProtectionDeed = 'limits' | 'cool-off' | 'self-exclusion'

/** Does something about a member, once; all that is shown of him is asked for anew, whatever came of it. */
function useMemberIntent<C extends Call>(
  memberId: string,
  path: `/api/desk/${string}`,
  name: string,
  onDone: (answer: AnswerOf<C>) => void,
  {
    mayFollow = false,
    shows = [
      ['member', memberId],
      ['timeline', memberId],
    ],
  }: { mayFollow?: boolean; shows?: readonly (readonly string[])[] } = {},
) {
  const client = useQueryClient()
  const askAnew = (): void => shows.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
  return useIntent(`${name} ${memberId}`, { send: sender<C>('POST', path, askAnew), onDone, mayFollow })
}

export const useDeed = (memberId: string, deed: MemberDeed | ProtectionDeed, onDone: () => void) =>
  useMemberIntent(memberId, pathOf(memberId, `/${deed}`), deed, onDone)

export const useNote = (memberId: string, onDone: () => void) =>
  useMemberIntent(memberId, pathOf(memberId, '/notes'), 'note', onDone)

export type Revealed = AnswerOf<typeof desk.deskReveal>

export const useReveal = (memberId: string, field: RevealField, onDone: (revealed: Revealed) => void) =>
  useMemberIntent<typeof desk.deskReveal>(memberId, pathOf(memberId, '/reveal'), `reveal-${field}`, onDone)

/** Has a game's provider asked once more what he has there, or an account made anew that it does not know. */
export const useGameDeed = (memberId: string, deed: 'read-game' | 'renew-game', code: string, onDone: () => void) =>
  useMemberIntent(memberId, pathOf(memberId, `/${deed}`), `${deed}-${code}`, onDone, { mayFollow: true })

/** Writes down what a member asks about what is kept of him. */
export const useDataRequest = (memberId: string, onDone: () => void) =>
  useMemberIntent(memberId, '/api/desk/data-requests', 'data-request', onDone, {
    shows: [['timeline', memberId], ['data-requests']],
  })

export const useRememberPayout = (memberId: string, onDone: () => void) =>
  useMemberIntent(memberId, pathOf(memberId, '/remember-payout'), 'remember-payout', onDone)

/** Proposes to give him money or to take it. */
export const useAdjustment = (memberId: string, onDone: (answer: AnswerOf<typeof desk.deskAdjust>) => void) =>
  useMemberIntent<typeof desk.deskAdjust>(memberId, '/api/desk/adjustments', 'adjust', onDone, {
    shows: [['member', memberId], ['proposals']],
  })
