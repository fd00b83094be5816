import type { ReactNode } from 'react'
import { useTexts } from '../../lib/texts/texts.ts'
import { down } from '../../ui/drawings.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Mark } from '../../ui/mark.tsx'
import styles from './transfer-sheet.module.css'
import type { Order, Side } from './transfer.rules.ts'

/** From where to where, with their pictures. */
export function Parties({ order }: { order: Order }): ReactNode {
  const { t } = useTexts()
  return (
    <div className={styles.parties}>
      <Party label={t('common.from')} side={order.from} />
      <span className={styles.way}>
        <Icon drawing={down} />
      </span>
      <Party label={t('common.to')} side={order.to} />
    </div>
  )
}

function Party({ label, side }: { label: string; side: Side }): ReactNode {
  return (
    <div className={styles.party}>
      {side.logo === undefined ? <Mark sizePx={48} /> : <img src={side.logo} alt="" width="48" height="48" />}
      <p>
        <small>{label}</small>
        <b>{side.name}</b>
      </p>
    </div>
  )
}
