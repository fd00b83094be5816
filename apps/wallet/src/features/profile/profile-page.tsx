import { formatAccountNo } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import type { ThemeChoice } from '../../lib/theme.ts'
import { chooseTheme, readThemeChoice } from '../../lib/theme.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import panels from '../../ui/panel.module.css'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useProfile } from './profile.api.ts'
import styles from './profile-page.module.css'

/** /user/profile: who the member is, where withdrawals go, and how the app looks. */
export function ProfilePage(): ReactNode {
  return (
    <>
      <Details />
      <Appearance />
    </>
  )
}

function Details(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useProfile()
  if (data === undefined && error !== null) {
    return (
      <EmptyState
        text={t('profile.loadError')}
        detail={errorText(texts, error)}
        actionLabel={t('common.retry')}
        onAction={() => void refetch()}
      />
    )
  }
  const { profile, bankAccount } = data ?? {}
  const pair = (name: string, value: string | undefined): ReactNode => (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton widthPx={128} heightPx={18} />}</dd>
    </div>
  )
  return (
    <div aria-busy={data === undefined}>
      <dl className={`${panels.panel} ${panels.pairs} num`}>
        {pair(t('field.profileName'), profile?.name)}
        {pair(t('profile.id'), profile?.memberId)}
        {pair(t('field.username'), profile?.username)}
        {pair(t('profile.createdAt'), profile === undefined ? undefined : formatDateTime(profile.createdAt))}
      </dl>
      <h2 className={panels.heading}>{t('field.bankAccount')}</h2>
      <dl className={`${panels.panel} ${panels.pairs} num`}>
        {pair(t('field.bank'), bankAccount?.bank.nameTH)}
        {pair(t('field.accountName'), bankAccount?.bankAccountName)}
        {pair(
          t('field.accountNumber'),
          bankAccount === undefined ? undefined : formatAccountNo(bankAccount.bankAccountNo),
        )}
      </dl>
    </div>
  )
}

function Appearance(): ReactNode {
  const { t } = useTexts()
  const [choice, setChoice] = useState(readThemeChoice)
  const choose = (chosen: ThemeChoice): void => {
    chooseTheme(chosen)
    setChoice(chosen)
  }
  return (
    <>
      <h2 className={panels.heading}>{t('profile.appearance')}</h2>
      <section className={`${panels.panel} ${styles.appearance}`}>
        <Segments
          label={t('theme.label')}
          choices={[
            { value: 'system', label: t('theme.system') },
            { value: 'dark', label: t('theme.dark') },
            { value: 'light', label: t('theme.light') },
          ]}
          value={choice}
          onChoose={choose}
        />
      </section>
    </>
  )
}
