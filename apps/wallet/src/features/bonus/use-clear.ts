import { BONUS_CLEAR_REFUSALS } from '@krapao/contract'
import { useQueryClient } from '@tanstack/react-query'
import { openModal } from '../../lib/modals.ts'
import { loadTexts, readTexts, useTexts } from '../../lib/texts/texts.ts'
import { useMoneyCall } from '../../lib/use-money-call.ts'
import { showToast } from '../../ui/toast.tsx'
import { applyEnding, clearBonus } from './bonus.api.ts'

/** Clears the held bonus: cancelled while it is only armed, ended when it was granted. */
export function useClear(isArmed: boolean): { isRunning: boolean; clear: () => Promise<void> } {
  const { t } = useTexts()
  const client = useQueryClient()
  const { isRunning, run } = useMoneyCall('bonus-clear', BONUS_CLEAR_REFUSALS, clearBonus)
  return {
    isRunning,
    clear: async () => {
      const end = await run()
      if (end === undefined) return
      // A refusal is told in a dialog (ERR-117).
      if (!end.isDone) openModal('message', end.message)
      // What is still on its way is shown as that, and its end is told when it has come.
      else if (end.answer.status === 'IN_PROGRESS') applyEnding(client)
      else {
        await loadTexts(['errors']).catch(() => undefined)
        const { find } = readTexts()
        showToast('done', isArmed ? t('bonus.cancelled') : (find(`error.${end.answer.message}`) ?? end.answer.message))
      }
    },
  }
}
