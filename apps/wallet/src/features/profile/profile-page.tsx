import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Appearance } from './appearance.tsx'
import { Details } from './details.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useProfile } from './profile.api.ts'
import { Security } from './security.tsx'

/** /user/profile: who the member is, where withdrawals go, where he is logged in, and how the app looks. */
export function ProfilePage(): ReactNode {
  return (
    <>
      <Person />
      <Security />
      <Appearance />
    </>
  )
}

/** Name and bank account, read or edited (decisions 2.89). */
function Person(): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const { data, error, refetch } = useProfile()
  const [mode, setMode] = useState<'first' | 'edit' | 'edited'>('first')
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
  if (data !== undefined && mode === 'edit') return <ProfileForm saved={data} onEnd={() => setMode('edited')} />
  return <Details data={data} wasEdited={mode === 'edited'} onEdit={() => setMode('edit')} />
}
