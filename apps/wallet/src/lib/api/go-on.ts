import { mayGoOn } from '@krapao/contract'
import { goingOn } from '@krapao/web'
import { loadTexts, readTexts } from '../texts/texts.ts'

export const goOn = goingOn(mayGoOn, async () => {
  await loadTexts(['errors']).catch(() => undefined)
  const { find, t } = readTexts()
  return find('error.away') ?? t('error.unavailable')
})
