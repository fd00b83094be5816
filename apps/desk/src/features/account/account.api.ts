import type { desk } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'

export interface PasswordFields {
  readonly oldPassword: string
  readonly newPassword: string
  readonly totp: string
}

/** Changes the agent's password; his other sessions end. */
export function useChangePassword(): UseMutationResult<unknown, Error, PasswordFields> {
  return useMutation({
    mutationFn: (fields: PasswordFields) =>
      callDesk<typeof desk.deskChangePassword>('PUT', '/api/desk/password', { body: fields }),
  })
}
