import type { desk } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { readSession, setSession } from '../../lib/session.ts'

export interface PasswordFields {
  readonly oldPassword: string
  readonly newPassword: string
  readonly totp: string
}

/** Changes the agent's password; all his sessions end, and the one here goes on by a new token. */
export function useChangePassword(): UseMutationResult<{ token: string }, Error, PasswordFields> {
  return useMutation({
    mutationFn: (fields: PasswordFields) =>
      callDesk<typeof desk.deskChangePassword>('PUT', '/api/desk/password', { body: fields }),
    onSuccess: ({ token }) => {
      const session = readSession()
      if (session !== null) setSession({ ...session, token })
    },
  })
}

/** Gives a code anew, by which what wants a fresh one goes on. */
export function useStepUp(): UseMutationResult<unknown, Error, string> {
  return useMutation({
    mutationFn: (totp: string) => callDesk<typeof desk.deskStepUp>('POST', '/api/desk/step-up', { body: { totp } }),
  })
}
