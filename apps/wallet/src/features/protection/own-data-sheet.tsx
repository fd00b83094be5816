import type { ConsentChannel } from '@krapao/contract'
import { CallError, check, clock, Icon, lock } from '@krapao/web'
import { alert as warning } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useState } from 'react'
import { errorText, lossState } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { dropToken } from '../../lib/session.ts'
import { paths } from '../../lib/paths.ts'
import { goTo } from '../../lib/router.tsx'
import { useTexts } from '../../lib/texts/texts.ts'
import { useCurrentPassword } from '../../lib/use-current-password.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/note.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { OwnData } from './protection.api.ts'
import { useConsent, useErase, useExport, useOwnData } from './protection.api.ts'
import styles from './protection.module.css'

/** What is kept of the member: a copy of it, its erasure, and whether he is told of offers. */
export function OwnDataSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useOwnData()
  return (
    <Sheet title={t('protection.data')} closeLabel={t('aria.closeDialog')} isTall onClose={onClose}>
      {data === undefined && error !== null ? (
        <EmptyState {...lossState(texts, t('protection.loadError'), error, refetch)} />
      ) : null}
      {data === undefined && error === null ? <Skeleton widthPx={320} heightPx={240} /> : null}
      {data === undefined ? null : (
        <>
          <Requests data={data} />
          <Copy data={data} />
          <Consents data={data} />
          <Erasure data={data} />
        </>
      )}
    </Sheet>
  )
}

function Copy({ data }: { data: OwnData }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const [isAsked, setIsAsked] = useState(false)
  const { form, password, field, isTyped, onError, forget } = useCurrentPassword()
  const { export: copy, nextExportAt } = data
  const mayAsk = copy === null || copy.state === 'expired'
  // Where it can be fetched is told to who has just shown that it is he.
  const isHidden = copy?.state === 'ready' && copy.json === null
  const { mutate, isPending } = useExport(isHidden)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending) return
    if (isAsked && !isTyped()) return
    mutate(isAsked ? { password } : {}, {
      onSuccess: () => {
        setIsAsked(false)
        // Whoever has the phone later is asked for it anew.
        forget()
      },
      onError: (error) => {
        if (error instanceof CallError && error.code === 'PASSWORD_NEEDED') return setIsAsked(true)
        if (isAsked) onError(error)
        else showToast('failed', errorText(texts, error), 'export')
      },
    })
  }
  return (
    <section className={styles.section} aria-labelledby="copy">
      <h3 id="copy">{t('protection.copy')}</h3>
      <p>{t('protection.copy.text')}</p>
      {copy?.state === 'making' ? (
        <Note tone="wait" drawing={clock} role="status">
          {t('protection.copy.making', { time: formatMinute(copy.askedAt) })}
        </Note>
      ) : null}
      {copy?.state === 'ready' && copy.expiresAt !== null ? (
        <Note drawing={check} role="status">
          <p>{t('protection.copy.ready', { time: formatMinute(copy.expiresAt) })}</p>
        </Note>
      ) : null}
      {copy?.json && copy.csv ? (
        <div className={styles.links}>
          <a className={buttonClass('tonal')} href={copy.json} download>
            {t('protection.copy.json')}
          </a>
          <a className={buttonClass('tonal')} href={copy.csv} download>
            {t('protection.copy.csv')}
          </a>
        </div>
      ) : null}
      {mayAsk || isHidden ? (
        <form ref={form} className={styles.choices} onSubmit={submit} noValidate>
          {isAsked ? <CurrentPasswordField {...field} hint={t('protection.password')} /> : null}
          <Button kind="tonal" type="submit" busyLabel={isPending ? t('protection.limit.saving') : undefined}>
            {t(isHidden ? 'protection.copy.open' : 'protection.copy.ask')}
          </Button>
        </form>
      ) : null}
      {mayAsk ? null : (
        <p className={`${styles.small} num`}>{t('protection.copy.next', { time: formatMinute(nextExportAt) })}</p>
      )}
    </section>
  )
}

/** What he asked the operator for, and how far it is. */
function Requests({ data: { requests } }: { data: OwnData }): ReactNode {
  const { t } = useTexts()
  if (requests.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="requests">
      <h3 id="requests">{t('protection.requests')}</h3>
      <ul className={styles.points}>
        {requests.map(({ kind, state, receivedAt, dueAt, endedAt, reason }) => (
          <li key={kind + receivedAt} className={state === 'delivered' ? styles.yes : styles.no}>
            <Icon drawing={state === 'delivered' ? check : state === 'refused' ? warning : clock} />
            <span className="num">
              {t(`protection.request.${kind}`)}:{' '}
              {reason === null
                ? t(`protection.request.state.${state}`, { time: formatMinute(endedAt ?? dueAt) })
                : t(`protection.request.refused.${reason}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Consents({ data }: { data: OwnData }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { mutate, isPending } = useConsent()
  const change = (channel: ConsentChannel, isGiven: boolean): void =>
    mutate({ channel, isGiven }, { onError: (error) => showToast('failed', errorText(texts, error), 'consent') })
  return (
    <section className={styles.section} aria-labelledby="consents">
      <h3 id="consents">{t('protection.consents')}</h3>
      <p>{t('protection.consents.text')}</p>
      {data.consents.map(({ channel, givenAt }) => (
        <Checkbox
          key={channel}
          label={t(`protection.consent.${channel}`)}
          checked={givenAt !== null}
          aria-disabled={isPending}
          onChange={(event) => {
            if (!isPending) change(channel, event.target.checked)
          }}
        />
      ))}
    </section>
  )
}

function Erasure({ data }: { data: OwnData }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { mutate, isPending } = useErase(t('protection.erase'))
  const [understood, setUnderstood] = useState(false)
  const { form, password, field, isTyped, onError } = useCurrentPassword()
  const { open } = data.erasure
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending || !understood) return
    if (!isTyped()) return
    mutate(
      { password, understood },
      {
        onError,
        onSuccess: () => {
          dropToken()
          goTo(paths.login)
          showToast('done', t('protection.erase.done'), 'erase')
        },
      },
    )
  }
  return (
    <section className={styles.section} aria-labelledby="erase">
      <h3 id="erase">{t('protection.erase')}</h3>
      <ul className={styles.points}>
        <li className={styles.yes}>
          <Icon drawing={check} />
          {t('protection.erase.goes')}
        </li>
        <li>
          <Icon drawing={lock} />
          {t('protection.erase.stays')}
        </li>
        {open.map((thing) => (
          <li key={thing} className={styles.no}>
            <Icon drawing={warning} />
            {t(`protection.erase.open.${thing}`)}
          </li>
        ))}
      </ul>
      {open.length > 0 ? null : (
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          <Checkbox
            label={t('protection.erase.tick')}
            checked={understood}
            onChange={(event) => setUnderstood(event.target.checked)}
          />
          {understood ? (
            <>
              <CurrentPasswordField {...field} hint={t('protection.password')} />
              <Button kind="final" type="submit" busyLabel={isPending ? t('protection.limit.saving') : undefined}>
                {t('protection.erase.confirm')}
              </Button>
            </>
          ) : null}
        </form>
      )}
    </section>
  )
}
