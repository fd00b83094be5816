import type { Texts } from './texts/texts.ts'

/** What is said of a picture that can be opened. */
export const pictureLabels = (t: Texts['t']) => ({
  open: t('chat.openImage'),
  close: t('common.close'),
  save: t('chat.saveImage'),
  enlarge: t('chat.enlarge'),
  shrink: t('chat.shrink'),
})
