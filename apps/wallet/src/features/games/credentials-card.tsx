import { eye, eyeOff, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './credentials-card.module.css'
import { useCredentials } from './games.api.ts'

const MASK = '••••••••'

/** User name and password at the provider: the password is masked until it is asked for (GAM-002, decisions 3.13). */
export function CredentialsCard({ code }: { code: string }): ReactNode {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useCredentials(code, true)
  const [isShown, setIsShown] = useState(false)
  if (data === undefined && error !== null) {
    return (
      <div className={`${styles.card} ${styles.failed}`}>
        <p>{t('games.account.loadError')}</p>
        <Button kind="tonal" busyLabel={isFetching ? t('common.loading') : undefined} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </div>
    )
  }
  return (
    <dl className={styles.card} aria-busy={data === undefined}>
      <Row label={t('field.username')} value={data?.username} copyLabel={t('aria.copyUsername')} />
      <Row
        label={t('field.password')}
        value={data?.password}
        shown={isShown ? undefined : MASK}
        copyLabel={t('aria.copyPassword')}
      >
        <IconButton label={t(isShown ? 'aria.hidePassword' : 'aria.showPassword')} onClick={() => setIsShown(!isShown)}>
          <Icon drawing={isShown ? eyeOff : eye} />
        </IconButton>
      </Row>
    </dl>
  )
}

function Row({
  label,
  value,
  shown,
  copyLabel,
  children,
}: {
  label: string
  value: string | undefined
  /** What stands there in place of the value. */
  shown?: string | undefined
  copyLabel: string
  children?: ReactNode
}): ReactNode {
  const { t } = useTexts()
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className={`${styles.value} ${shown === undefined ? '' : styles.masked}`}>
          {value === undefined ? <Skeleton widthPx={140} heightPx={20} /> : (shown ?? value)}
        </span>
        {value === undefined ? null : (
          <>
            {children}
            <CopyButton
              text={value}
              label={copyLabel}
              doneText={t('copy.success', { text: value })}
              failedText={t('copy.fail')}
            />
          </>
        )}
      </dd>
    </div>
  )
}
