import type { ReactNode } from 'react'
import { lazy, startTransition, useEffect, useState } from 'react'
import { lossState } from '../../lib/api/api-error.ts'
import { loadTexts, useTexts } from '../../lib/texts/texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Appearance } from './appearance.tsx'
import { Details } from './details.tsx'
import { useProfile } from './profile.api.ts'
import { Security } from './security.tsx'

const fetchForm = async () => {
  const [{ ProfileForm: Form }] = await Promise.all([import('./profile-form.tsx'), loadTexts(['errors'])])
  return { default: Form }
}
const ProfileForm = lazy(fetchForm)
/** The form is fetched when the page is drawn and quiet; most who come here only look. */
const FORM_AFTER_MS = 2_000

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
  useEffect(() => {
    const timer = setTimeout(() => void fetchForm().catch(() => undefined), FORM_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (data === undefined && error !== null) {
    return <EmptyState {...lossState(texts, t('profile.loadError'), error, refetch)} />
  }
  if (data !== undefined && mode === 'edit') return <ProfileForm saved={data} onEnd={() => setMode('edited')} />
  return <Details data={data} wasEdited={mode === 'edited'} onEdit={() => startTransition(() => setMode('edit'))} />
}
