import { CallError } from '@krapao/web'
import { formatMinute } from '../formats.ts'
import type { Values } from '../texts/format-message.ts'
import type { Texts } from '../texts/texts.ts'

/**
 * What to say to the reader: the catalogue's text when the code is known (ERR-090), else the server's own words as they
 * came (ERR-091), and for what never was an answer the reason in words.
 */
export function errorText({ find, t }: Texts, error: unknown): string {
  if (!(error instanceof CallError)) return t('error.unknown')
  if (error.kind === 'offline') return t('error.network')
  if (error.kind === 'timeout') return t('error.timeout')
  const isAway = [502, 503, 504].includes(error.status)
  // The server itself says that it stops, or that its database is not there: that passes, as behind a proxy.
  if (error.code !== '' && !(isAway && error.code === 'INTERNAL_SERVER_ERROR')) {
    const words = protectionText(find, error) ?? find(`error.${error.code}`, detailValues(error.details)) ?? error.code
    return error.status === 429 ? `${words} ${waitText(find, error.retryAfterS)}`.trim() : words
  }
  return isAway ? t('error.unavailable') : t('error.unknown')
}

/**
 * Why something could not be loaded, where no answer came. What the server refused to tell is but missing, and nobody is
 * told of it (ERR-114 to ERR-116).
 */
export function lossText(texts: Texts, error: unknown): string | undefined {
  return error instanceof CallError && error.kind === 'refused' ? undefined : errorText(texts, error)
}

/** What stands in the place of something that could not be loaded: the reason, and the way to ask again. */
export function lossState(texts: Texts, text: string, error: unknown, retry: () => unknown) {
  const actionLabel = texts.t('common.retry')
  return { text, detail: lossText(texts, error), actionLabel, onAction: () => void retry() }
}

/** Which limit of the member's own is reached, what is left of it and when it begins anew; until when he takes a break. */
function protectionText(find: Texts['find'], { code, details }: CallError): string | undefined {
  const { kind, period, remaining, resetsAt, until } = details
  if (code === 'EXCLUDED' && typeof until === 'string') return find('limitReached.until', { time: formatMinute(until) })
  if (code !== 'LIMIT_REACHED' || typeof remaining !== 'number' || typeof resetsAt !== 'string') return undefined
  const words = { period: find(`limitReached.period.${String(period)}`) ?? '', remaining: inBaht(remaining) }
  return find(`limitReached.${String(kind)}`, { ...words, time: formatMinute(resetsAt) })
}

/** How long a limit keeps somebody waiting; nothing where the server does not say. */
function waitText(find: Texts['find'], waitS = 0): string {
  if (waitS <= 0) return ''
  if (waitS <= 90) return find('wait.seconds', { n: waitS }) ?? ''
  const minutes = Math.ceil(waitS / 60)
  return (
    (minutes <= 90 ? find('wait.minutes', { n: minutes }) : find('wait.hours', { n: Math.ceil(minutes / 60) })) ?? ''
  )
}

/** `details` as texts take them: amounts come in baht, the size of files in bytes and goes out in megabytes. */
function detailValues({ min, max }: Readonly<Record<string, unknown>>): Values {
  const values: Record<string, string | number> = {}
  if (typeof min === 'number') values['min'] = inBaht(min)
  if (typeof max === 'number') {
    values['max'] = inBaht(max)
    values['n'] = Math.floor(max / 1024 / 1024)
  }
  return values
}

/** "1,000.50". The whole of what money can do would weigh on the first load for the sake of this. */
function inBaht(amount: number): string {
  return amount.toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')
}
