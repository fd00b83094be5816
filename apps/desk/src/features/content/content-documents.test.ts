import { expect, it } from 'vitest'
import { filledIn } from './content-documents.ts'

const banner = (text: string) => ({ image: '/a.png', html: { th: text, lo: text, en: text } })

it('[OFC-045] shows banners in the phone with what the rules in force put there, and all else as it is written', () => {
  const written = { invite: [banner('%percent%%')], refund: [banner('%percent%% within %days% days'), banner('')] }
  const fillIns = { invite: null, refund: { percent: 5, days: 7 } }
  expect(filledIn('banners', written, fillIns)).toEqual({
    invite: [banner('%percent%%')],
    refund: [banner('5% within 7 days'), banner('')],
  })
  expect(filledIn('notice', written, fillIns)).toBe(written)
})
