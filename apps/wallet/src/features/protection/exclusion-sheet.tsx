import type { ExclusionMonths } from '@krapao/contract'
import { EXCLUSION_MONTHS, monthsAfter } from '@krapao/contract'
import { check, close, Icon, serverNowMs } from '@krapao/web'
import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { formatDate } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useCurrentPassword } from '../../lib/use-current-password.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CurrentPasswordField } from '../../ui/current-password-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useExclude } from './protection.api.ts'
import styles from './protection.module.css'

const terms: readonly ExclusionMonths[] = [...EXCLUSION_MONTHS, null]
const keyOf = (months: ExclusionMonths) => `${months ?? 0}` as const

/** Self-exclusion: what ends and what stays are said before the one deliberate step, with a tick and the password. */
export function ExclusionSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const id = useId()
  const { mutate, isPending } = useExclude()
  const [months, setMonths] = useState<ExclusionMonths>(6)
  const [understood, setUnderstood] = useState(false)
  const [isTickMissing, setIsTickMissing] = useState(false)
  const { form, password, field, isTyped, onError } = useCurrentPassword()
  const length = t(`protection.exclude.${keyOf(months)}`)
  const date = months === null ? '' : formatDate(monthsAfter(serverNowMs(), months))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending) return
    if (!understood) {
      setIsTickMissing(true)
      return form.current?.querySelector<HTMLElement>('[name=understood]')?.focus()
    }
    if (isTyped()) mutate({ months, password, understood }, { onSuccess: onClose, onError })
  }
  const points = (drawing: ReactNode, className: string | undefined, said: readonly string[]) => (
    <ul className={styles.points}>
      {said.map((text) => (
        <li key={text} className={className}>
          <Icon drawing={drawing} />
          {text}
        </li>
      ))}
    </ul>
  )
  return (
    <Sheet
      title={t('protection.exclude')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <div className={styles.choices}>
          <Button kind="final" type="submit" form={id} busyLabel={isPending ? t('protection.limit.saving') : undefined}>
            {t('protection.exclude.confirm', { length })}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              onClose()
              openModal('cool-off')
            }}
          >
            {t('protection.exclude.instead')}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <p>{t('protection.excludeText')}</p>
        <Segments
          label={t('protection.pause.length')}
          isLabelHidden
          choices={terms.map((one) => ({ value: keyOf(one), label: t(`protection.exclude.${keyOf(one)}`) }))}
          value={keyOf(months)}
          onChoose={(value) => setMonths(terms.find((one) => keyOf(one) === value) ?? null)}
        />
      </div>
      <section className={styles.box}>
        <h3 className="num">
          {months === null ? t('protection.exclude.stopsForGood') : t('protection.exclude.stops', { date })}
        </h3>
        {points(close, styles.no, [
          t('protection.exclude.stop1'),
          t('protection.exclude.stop2'),
          t('protection.exclude.stop3'),
        ])}
      </section>
      <section className={styles.box}>
        <h3>{t('protection.exclude.stays')}</h3>
        {points(check, styles.yes, [
          t('protection.exclude.stay1'),
          t('protection.exclude.stay2'),
          t('protection.exclude.stay3'),
        ])}
      </section>
      <form id={id} ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div>
          <Checkbox
            name="understood"
            label={months === null ? t('protection.exclude.tickForGood') : t('protection.exclude.tick', { date })}
            checked={understood}
            onChange={(event) => {
              setUnderstood(event.target.checked)
              setIsTickMissing(false)
            }}
          />
          <p className={styles.wrong} role="alert">
            {isTickMissing ? t('protection.exclude.tickNeeded') : null}
          </p>
        </div>
        <CurrentPasswordField {...field} hint={t('protection.password')} />
      </form>
    </Sheet>
  )
}
