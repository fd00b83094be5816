import type { desk } from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callDesk } from '../../lib/call.ts'
import type { DeskSession } from '../../lib/session.ts'
import { noteAgent, setSession } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'

interface Credentials {
  readonly username: string
  readonly password: string
  readonly totp: string
  /** In place of the password that was made for him. */
  readonly newPassword?: string
}

/** Opens a session, which the whole app then works in. */
export function useLogin(): UseMutationResult<DeskSession, Error, Credentials> {
  return useMutation({
    mutationFn: (credentials: Credentials): Promise<DeskSession> =>
      callDesk<typeof desk.deskLogin>('POST', '/api/desk/login', { body: credentials }),
    onSuccess: (session) => setSession(session),
  })
}

/** Asks what he may do by now each time something may have changed: roles are given and taken while he works. */
export function useMe(): void {
  const { data } = useRead<typeof desk.deskMe>(['me'], '/api/desk/me')
  useEffect(() => {
    if (data !== undefined) noteAgent(data.agent)
  }, [data])
}

/** Ends the session on the server as far as it can be reached, and here in any case. */
export async function logOut(): Promise<void> {
  const ended = callDesk<typeof desk.deskLogout>('POST', '/api/desk/logout')
  setSession(null)
  await ended.catch(() => undefined)
}
