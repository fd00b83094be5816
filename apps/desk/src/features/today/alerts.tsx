import { ALERT_TAKERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatCount, formatSecondOfDay } from '../../lib/formats.ts'
import { useHasRole } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { usePlaceState } from '../../lib/place-state.ts'
import { showToast } from '../../ui/toast.tsx'
import type { Today } from './today.api.ts'
import { useAcknowledge, useToday } from './today.api.ts'
import { kindText, partyText, type TodayTexts as Texts, useTodayTexts as useWords } from './today-words.ts'
import styles from './alerts.module.css'

/** Under the bell: what somebody should look at, wherever one is at the desk. */
export function AlertsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { words, t } = useWords()
  const query = useToday()
  const state = usePlaceState(query)
  return (
    <Dialog isWide title={words('alerts.title')} closeLabel={t('common.close')} onClose={onClose}>
      <InState state={state} rows={3}>
        {query.data === undefined ? null : <Alerts alerts={query.data.alerts} />}
      </InState>
    </Dialog>
  )
}

/** What waits too long; all else is broken. */
const lateAlerts: ReadonlySet<string> = new Set(['queue-late', 'held', 'data-request', 'deposit-accounts'])

/** What somebody should look at, each to be taken note of once. */
export function Alerts({ alerts }: { alerts: Today['alerts'] }): ReactNode {
  const texts = useWords()
  const { words } = texts
  const canTake = useHasRole(ALERT_TAKERS)
  const { mutate, isPending } = useAcknowledge()
  const onError = (error: unknown): void => showToast('failed', texts.errorText(error))
  return (
    <>
      {alerts.length === 0 ? (
        <p className={styles.none}>{words('alerts.none')}</p>
      ) : (
        <ul className={styles.alerts}>
          {alerts.map((alert) => (
            <li key={`${alert.alert} ${alert.what}`}>
              <Glyph state={lateAlerts.has(alert.alert) ? 'late' : 'fail'} size={16} />
              <span>
                <span>{alertText(texts, alert)}</span>
                {alert.acknowledged === null ? null : (
                  <small>
                    {words('alert.acknowledged', {
                      name: alert.acknowledged.name,
                      at: formatSecondOfDay(alert.acknowledged.at),
                    })}
                  </small>
                )}
              </span>
              {alert.since === null ? null : <Moment at={alert.since} isShort />}
              {alert.alertId === null || alert.acknowledged !== null || !canTake ? null : (
                <Button
                  kind="line"
                  disabled={isPending}
                  aria-label={words('alert.acknowledgeNamed', { alert: alertText(texts, alert) })}
                  onClick={() => mutate(alert.alertId ?? '', { onError })}
                >
                  {words('alert.acknowledge')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function alertText(texts: Texts, { alert, what, count }: Today['alerts'][number]): string {
  const { words } = texts
  if (alert === 'held') return words('alert.held', { n: formatCount(count) })
  if (alert === 'data-request') return words('alert.request', { n: formatCount(count) })
  if (alert === 'audit') return words('alert.audit')
  if (alert === 'deposit-accounts') return words('alert.accounts')
  if (alert === 'content-failed') return words('alert.content')
  if (alert === 'party-down') return words('alert.party', { party: partyText(texts, what ?? '') })
  return words('alert.queue', { queue: kindText(texts, what ?? ''), n: formatCount(count) })
}
