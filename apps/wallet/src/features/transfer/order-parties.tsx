import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { BigAmount } from '../../ui/amount.tsx'
import { Mark } from '../../ui/mark.tsx'
import type { Party } from '../../ui/parties.tsx'
import { Parties } from '../../ui/parties.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Order, Side } from './transfer.rules.ts'

/** How much goes from where to where, and what is to say of it: the same in each step, so that pictures stay without a network. */
export function OrderShown({ order, children }: { order: Order; children: ReactNode }): ReactNode {
  const { t } = useTexts()
  return (
    <>
      <BigAmount amountMinor={order.amountMinor} bahtLabel={t('currency.baht')} />
      <Parties parties={[partyOf(order.from, t('common.from')), partyOf(order.to, t('common.to'))]} />
      {children}
    </>
  )
}

function partyOf(side: Side, label: string): Party {
  return { picture: <SidePicture side={side} sizePx={48} />, label, name: side.name }
}

/** What a game is known by, or the purse. */
export function SidePicture({ side, sizePx }: { side: Side; sizePx: number }): ReactNode {
  if (side.logo === undefined) return <Mark sizePx={sizePx} />
  return <Picture src={side.logo} widthPx={sizePx} heightPx={sizePx} />
}
