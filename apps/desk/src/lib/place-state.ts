import { CallError } from '@krapao/web'
import { formatSecondOfDay } from './formats.ts'
import { useLiveState } from './live-context.ts'
import table from './texts/state-texts.json' with { type: 'json' }
import { usePlaceTexts } from './texts/texts.ts'

/** What was asked for, as the queries of a place have it. */
interface Asked {
  readonly data: unknown
  readonly error: Error | null
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/**
 * How a place stands that shows what was asked for, in words: `InState` draws it. Once something has come it stays, and is
 * said to be old from when the line is lost or asking again has failed: while `isStale` nothing is done by it.
 */
export function usePlaceState(asked: Asked) {
  const { t, words, errorText } = usePlaceTexts(table)
  const isLost = useLiveState() === 'lost'
  const { data, error, dataUpdatedAt } = asked
  if (error instanceof CallError && error.code === 'FORBIDDEN') {
    return {
      kind: 'forbidden',
      isStale: true,
      title: t('desk.noPermission'),
      text: t('desk.noPermissionHint'),
    } as const
  }
  if (data === undefined && error === null)
    return { kind: 'loading', isStale: true, label: t('common.loading') } as const
  if (error instanceof CallError && error.status === 404 && error.code === 'NO_DATA') {
    return { kind: 'gone', isStale: true, title: words('state.gone'), text: words('state.goneText') } as const
  }
  if (data === undefined) {
    return {
      kind: 'failed',
      isStale: true,
      title: words('state.failed'),
      text: errorText(error),
      retryLabel: t('common.retry'),
      onRetry: () => void asked.refetch(),
    } as const
  }
  const isStale = isLost || error !== null
  const stale = isStale
    ? { title: words('state.stale'), text: words('state.staleText', { at: formatSecondOfDay(dataUpdatedAt) }) }
    : null
  return { kind: 'shown', isStale, stale } as const
}
