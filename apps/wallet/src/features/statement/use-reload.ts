import { useState } from 'react'
import { readTexts } from '../../lib/texts/texts.ts'
import { showToast } from '../../ui/toast.tsx'

/** Asks for a list again, one time at once; that it came is said to those who do not see it. */
export function useReload(refetch: () => Promise<{ isSuccess: boolean }>): {
  isRefreshing: boolean
  reload: () => Promise<void>
} {
  const [isRefreshing, setIsRefreshing] = useState(false)
  const reload = async (): Promise<void> => {
    if (isRefreshing) return
    setIsRefreshing(true)
    const { isSuccess } = await refetch()
    setIsRefreshing(false)
    if (isSuccess) showToast('spoken', readTexts().t('statement.refreshed'))
  }
  return { isRefreshing, reload }
}
