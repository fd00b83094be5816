import type { AnswerOf, calls, LimitKind, LimitPeriod, SentBodyOf } from '@krapao/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../lib/api/call-api.ts'
import type { Protection } from '../../lib/protection.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import type { Sending } from '../../lib/use-sending.ts'
import { useSending } from '../../lib/use-sending.ts'
import { protectionKey, refreshMoney } from '../../lib/wallet.ts'

export type Limit = Protection['limits'][number]
export type Exclusion = NonNullable<Protection['exclusion']>
export type Net = AnswerOf<typeof calls.statementNet>
export type OwnData = AnswerOf<typeof calls.privacyData>

const netKey = ['protection', 'net'] as const
const dataKey = ['protection', 'data'] as const

/** A call that answers how the member is protected then; what shows money is asked again with it. */
function useProtecting<Sent>(send: (sent: Sent) => Promise<Protection>): Sending<Sent, Protection> {
  const client = useQueryClient()
  const { language } = useTexts()
  return useSending({
    send,
    onSuccess: (answer) => client.setQueryData([...protectionKey, language], answer),
    onSettled: () => refreshMoney(client),
  })
}

export const useSetLimit = () =>
  useProtecting((body: SentBodyOf<typeof calls.protectionLimit>) =>
    callApi<typeof calls.protectionLimit>('PUT', '/api/protection/limits', { body }),
  )

export const useConfirmLimit = () =>
  useProtecting((body: { kind: LimitKind; period: LimitPeriod }) =>
    callApi<typeof calls.protectionConfirmLimit>('POST', '/api/protection/limits/confirm', { body }),
  )

export const useCoolOff = () =>
  useProtecting((body: SentBodyOf<typeof calls.protectionCoolOff>) =>
    callApi<typeof calls.protectionCoolOff>('POST', '/api/protection/cool-off', { body }),
  )

export const useExclude = () =>
  useProtecting((body: SentBodyOf<typeof calls.protectionExclude>) =>
    callApi<typeof calls.protectionExclude>('POST', '/api/protection/self-exclusion', { body }),
  )

/** Asks to come back from an exclusion, or confirms it when its time has come. */
export const useReturn = () =>
  useProtecting(({ isConfirmed }: { isConfirmed: boolean }) =>
    isConfirmed
      ? callApi<typeof calls.protectionConfirmReturn>('POST', '/api/protection/return/confirm')
      : callApi<typeof calls.protectionAskReturn>('POST', '/api/protection/return'),
  )

export function useNet(): UseQueryResult<Net> {
  return useQuery({
    queryKey: netKey,
    queryFn: ({ signal }) => callApi<typeof calls.statementNet>('GET', '/api/protection/net', { signal }),
  })
}

/** Consents, the last copy, and what stands in the way of an erasure; looked at again while a copy is made. */
export function useOwnData(): UseQueryResult<OwnData> {
  return useQuery({
    queryKey: dataKey,
    queryFn: ({ signal }) => callApi<typeof calls.privacyData>('GET', '/api/protection/data', { signal }),
    refetchInterval: ({ state }) => (state.data?.export?.state === 'making' ? 3_000 : false),
  })
}

function useOwnDataCall<Sent>(send: (sent: Sent) => Promise<OwnData>): Sending<Sent, OwnData> {
  const client = useQueryClient()
  return useSending({ send, onSuccess: (answer) => client.setQueryData(dataKey, answer) })
}

export const useConsent = () =>
  useOwnDataCall((body: SentBodyOf<typeof calls.privacyConsent>) =>
    callApi<typeof calls.privacyConsent>('PUT', '/api/protection/consents', { body }),
  )

/** Asks for a copy, or for where one that `isThere` can be fetched; with the password where the server wanted it. */
export const useExport = (isThere: boolean) =>
  useOwnDataCall(async ({ password }: { password?: string }) => {
    if (password !== undefined) {
      await callApi<typeof calls.accountConfirmPassword>('POST', '/api/account/confirmpwd', { body: { password } })
    }
    if (isThere) return callApi<typeof calls.privacyFiles>('POST', '/api/protection/export/files')
    return callApi<typeof calls.privacyExport>('POST', '/api/protection/export')
  })

/** @param title what it does, for who is asked first whether it is he. */
export const useErase = (title: string) =>
  useSending({
    send: (body: SentBodyOf<typeof calls.privacyErase>) =>
      callApi<typeof calls.privacyErase>('POST', '/api/protection/erasure', { body, act: { title } }),
  })

export type Use = AnswerOf<typeof calls.protectionUse>

const useKey = ['protection', 'use'] as const

/** How long the wallet was used today, and what was set about it; the page that asks is looked at. */
export function useUse(): UseQueryResult<Use> {
  return useQuery({
    queryKey: useKey,
    queryFn: ({ signal }) => callApi<typeof calls.protectionUse>('POST', '/api/protection/use', { signal }),
  })
}

export function useSetTime(): Sending<SentBodyOf<typeof calls.protectionTime>, Use> {
  const client = useQueryClient()
  return useSending({
    send: (body: SentBodyOf<typeof calls.protectionTime>) =>
      callApi<typeof calls.protectionTime>('PUT', '/api/protection/time', { body }),
    onSuccess: (answer) => client.setQueryData(useKey, answer),
  })
}
