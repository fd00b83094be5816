import { formatAccountNo } from '@krapao/contract'
import { Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { bankName } from '../../lib/bank-name.ts'
import { formatDateTime } from '../../lib/formats.ts'
import { openModal } from '../../lib/modals.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { pencil } from '../../ui/drawings.tsx'
import panels from '../../ui/panel.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './profile-page.module.css'
import type { MemberProfile } from './profile.api.ts'
import { initialOf, isAccountNameEditable } from './profile.rules.ts'

/** All that is known of the member, to be read (PRF-004 to PRF-010); in the shape of it while it is fetched. */
export function Details({
  data,
  wasEdited,
  onEdit,
}: {
  data: MemberProfile | undefined
  /** Reading goes on at the button that began the editing. */
  wasEdited: boolean
  onEdit: () => void
}): ReactNode {
  const { language, t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  // Before a dialog opens over it, which gives the focus back to where it was.
  useLayoutEffect(() => {
    if (wasEdited) place.current?.querySelector('button')?.focus()
  }, [wasEdited])
  const { profile, bankAccount } = data ?? {}
  const pair = (name: string, value: ReactNode): ReactNode => (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? <Skeleton widthPx={128} heightPx={18} />}</dd>
    </div>
  )
  return (
    <div aria-busy={data === undefined}>
      <dl className={`${panels.panel} ${panels.pairs} num`}>
        <div className={styles.person} data-initial={profile === undefined ? '' : initialOf(profile.name)}>
          <dt>{t('field.profileName')}</dt>
          <dd>{profile?.name ?? <Skeleton widthPx={128} heightPx={24} />}</dd>
        </div>
        {pair(t('profile.id'), profile?.memberId)}
        {pair(t('field.username'), profile?.username)}
        {pair(t('profile.createdAt'), profile === undefined ? undefined : formatDateTime(profile.createdAt))}
      </dl>
      <h2 className={panels.heading}>{t('field.bankAccount')}</h2>
      <dl className={`${panels.panel} ${panels.pairs} num`}>
        <div>
          <dt>{t('field.bank')}</dt>
          <dd lang="th">{bankAccount?.bank.nameTH ?? <Skeleton widthPx={128} heightPx={18} />}</dd>
          {language === 'th' ? null : (
            <dd className={styles.also}>
              {bankAccount === undefined ? (
                <Skeleton widthPx={160} heightPx={18} />
              ) : (
                bankName(bankAccount.bank, language)
              )}
            </dd>
          )}
        </div>
        {pair(t('field.accountName'), bankAccount === undefined ? undefined : <AccountName account={bankAccount} />)}
        {pair(
          t('field.accountNumber'),
          bankAccount === undefined ? undefined : formatAccountNo(bankAccount.bankAccountNo),
        )}
      </dl>
      <p className={styles.hint}>{t('profile.bankHint')}</p>
      <div className={styles.edit} ref={place}>
        <Button kind="tonal" disabled={data === undefined} onClick={onEdit}>
          <Icon drawing={pencil} />
          {t('profile.edit')}
        </Button>
      </div>
    </div>
  )
}

/** The name of the account, with a pencil where the bank wants it in English and it is not (decisions 2.91). */
function AccountName({ account }: { account: MemberProfile['bankAccount'] }): ReactNode {
  const { t } = useTexts()
  if (!isAccountNameEditable(account)) return account.bankAccountName
  return (
    <span className={styles.correctable}>
      {account.bankAccountName}
      <IconButton label={t('bankName.title')} isFilled onClick={() => openModal('bank-name')}>
        <Icon drawing={pencil} />
      </IconButton>
    </span>
  )
}
