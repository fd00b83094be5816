import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { Mark } from '../../ui/mark.tsx'
import type { Party } from '../../ui/parties.tsx'
import { Parties } from '../../ui/parties.tsx'
import type { Order, Side } from './transfer.rules.ts'

/** From where to where, with their pictures. */
export function OrderParties({ order }: { order: Order }): ReactNode {
  const { t } = useTexts()
  return <Parties parties={[partyOf(order.from, t('common.from')), partyOf(order.to, t('common.to'))]} />
}

function partyOf({ name, logo }: Side, label: string): Party {
  const picture = logo === undefined ? <Mark sizePx={48} /> : <img src={logo} alt="" width="48" height="48" />
  return { picture, label, name }
}
