import {
  type AnswerOf,
  type desk,
  type ReconDay,
  type ReconKind,
  type ReconMapping,
  type ReconWord,
  UPLOAD_TIMEOUT_MS,
} from '@krapao/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callDesk } from '../../lib/call.ts'
import { useRead } from '../../lib/use-read.ts'

export type PartyOnWire = AnswerOf<typeof desk.deskReconParties>['parties'][number]
export type Line = ReconDay['theirs'][number]
export type Own = ReconDay['own'][number]

/** Whose day it is. */
export interface Of {
  readonly kind: ReconKind
  readonly code: string
  readonly day: string
}

export const useParties = () => useRead<typeof desk.deskReconParties>(['recon'], '/api/desk/recon')

const pathOf = ({ kind, code }: Omit<Of, 'day'>): `/api/desk/${string}` =>
  `/api/desk/recon/${kind}/${encodeURIComponent(code)}`
const keyOf = ({ kind, code, day }: Of): readonly string[] => ['recon-day', kind, code, day]

export const useReconDay = (of: Of) => useRead<typeof desk.deskReconDay>(keyOf(of), `${pathOf(of)}/${of.day}`)

/** What is done about a day answers how it stands then. */
function useDeed<Said>(of: Of, send: (said: Said) => Promise<ReconDay>): UseMutationResult<ReconDay, Error, Said> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (day) => {
      client.setQueryData(keyOf(of), day)
      void client.invalidateQueries({ queryKey: ['recon'] })
    },
    onError: () => void client.invalidateQueries({ queryKey: keyOf(of) }),
  })
}

export const useMatch = (of: Of) =>
  useDeed(of, (body: { line: string; own: string | null }) =>
    callDesk<typeof desk.deskReconMatch>('POST', `${pathOf(of)}/${of.day}/match`, { body }),
  )

export interface Explanation {
  readonly side: 'theirs' | 'own'
  readonly id: string
  readonly as: ReconWord | null
  readonly reason: string
}

export const useExplain = (of: Of) =>
  useDeed(of, (body: Explanation) =>
    callDesk<typeof desk.deskReconExplain>('POST', `${pathOf(of)}/${of.day}/explain`, { body }),
  )

export const useClose = (of: Of) =>
  useDeed(of, (body: { opening: number | null; closing: number | null }) =>
    callDesk<typeof desk.deskReconClose>('POST', `${pathOf(of)}/${of.day}/close`, { body }),
  )

type Imported = AnswerOf<typeof desk.deskReconImport>

/** Takes a file in; all days are read anew after it. */
export function useImport(of: Omit<Of, 'day'>): UseMutationResult<Imported, Error, File> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file, file.name)
      return callDesk<typeof desk.deskReconImport>('POST', `${pathOf(of)}/import`, {
        form,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
    },
    onSuccess: () => void client.invalidateQueries({ queryKey: ['recon-day'] }),
  })
}

/** Takes the file of a day back. */
export function useForget(of: Of): UseMutationResult<{ lines: number }, Error, void> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => callDesk<typeof desk.deskReconForget>('DELETE', `${pathOf(of)}/${of.day}`),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['recon-day'] }),
  })
}

export function useKeepMapping(of: Omit<Of, 'day'>): UseMutationResult<{ mapping: ReconMapping }, Error, ReconMapping> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ReconMapping) => callDesk<typeof desk.deskReconMapping>('PUT', pathOf(of), { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: ['recon'] }),
  })
}
