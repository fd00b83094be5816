import type { CoolOffHours } from '@krapao/contract'
import { COOL_OFF_HOURS } from '@krapao/contract'
import { check, clock, close, HOUR_MS, Icon, serverNowMs } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatMinute } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useCoolOff } from './protection.api.ts'
import styles from './protection.module.css'

/** A break of a day to six weeks: what it closes, what stays open, and when one comes back. */
export function CoolOffSheet({ onClose }: { onClose: () => void }): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { mutate, isPending } = useCoolOff()
  const [hours, setHours] = useState<CoolOffHours>(168)
  const length = t(`protection.pause.${hours}`)
  const time = formatMinute(serverNowMs() + hours * HOUR_MS)
  return (
    <Sheet
      title={t('protection.pause')}
      closeLabel={t('aria.closeDialog')}
      onClose={onClose}
      footer={
        <div className={styles.choices}>
          <Button
            kind="gold"
            busyLabel={isPending ? t('protection.limit.saving') : undefined}
            onClick={() =>
              mutate(
                { hours },
                {
                  onSuccess: onClose,
                  onError: (error) => showToast('failed', errorText(texts, error), 'cool-off'),
                },
              )
            }
          >
            {t('protection.pause.confirm', { length })}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {t('protection.pause.no')}
          </Button>
        </div>
      }
    >
      <div className={styles.form}>
        <p>{t('protection.pauseText')}</p>
        <Segments
          label={t('protection.pause.length')}
          isLabelHidden
          choices={COOL_OFF_HOURS.map((one) => ({ value: String(one), label: t(`protection.pause.${one}`) }))}
          value={String(hours)}
          onChoose={(value) => setHours(COOL_OFF_HOURS.find((one) => String(one) === value) ?? hours)}
        />
      </div>
      <ul className={`${styles.box} ${styles.points}`}>
        <li className={styles.yes}>
          <Icon drawing={check} />
          {t('protection.exclude.stay1')}
        </li>
        <li className={styles.no}>
          <Icon drawing={close} />
          <span>
            {t('protection.exclude.stop1')} · {t('protection.exclude.stop2')}
          </span>
        </li>
        <li>
          <Icon drawing={clock} />
          <span className="num">{t('protection.pause.back', { time })}</span>
        </li>
      </ul>
    </Sheet>
  )
}
