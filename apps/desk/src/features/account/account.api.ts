import type { AnswerOf, desk } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { readSession, setSession } from '../../lib/session.ts'

export interface PasswordFields {
  readonly oldPassword: string
  readonly newPassword: string
  readonly totp: string
}

function goOnBy({ token }: { token: string }): void {
  const session = readSession()
  if (session !== null) setSession({ ...session, token })
}

/** Changes the agent's password; all his sessions end, and the one here goes on by a new token. */
export function useChangePassword(): UseMutationResult<{ token: string }, Error, PasswordFields> {
  return useMutation({
    mutationFn: (fields: PasswordFields) =>
      callDesk<typeof desk.deskChangePassword>('PUT', '/api/desk/password', { body: fields }),
    onSuccess: goOnBy,
  })
}

/** Makes another key for one's own codes, which holds once a code of it is sent. */
export function useNewFactor(): UseMutationResult<
  AnswerOf<typeof desk.deskNewFactor>,
  Error,
  { password: string; totp: string }
> {
  return useMutation({
    mutationFn: (body: { password: string; totp: string }) =>
      callDesk<typeof desk.deskNewFactor>('POST', '/api/desk/factor', { body }),
    gcTime: 0,
  })
}

/** Takes the new key; all other sessions end, and the one here goes on by a new token. */
export function useTakeFactor(): UseMutationResult<{ token: string }, Error, { offer: string; totp: string }> {
  return useMutation({
    mutationFn: (body: { offer: string; totp: string }) =>
      callDesk<typeof desk.deskTakeFactor>('POST', '/api/desk/factor/confirm', { body }),
    onSuccess: goOnBy,
  })
}

/** Gives a code anew, by which what wants a fresh one goes on. */
export function useStepUp(): UseMutationResult<unknown, Error, string> {
  return useMutation({
    mutationFn: (totp: string) => callDesk<typeof desk.deskStepUp>('POST', '/api/desk/step-up', { body: { totp } }),
  })
}
