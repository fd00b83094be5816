import { clock, Icon } from '@krapao/web'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import { isAwaited } from '../../lib/awaited.ts'
import { openModal } from '../../lib/modals.ts'
import { readSent } from '../../lib/sent-money.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { SmallButton } from '../../ui/small-button.tsx'
import styles from './under-way.module.css'

/** What this member sent from here and whose answer is lost, with the way to where it is asked about. */
export function Unsettled({ memberId, isHidden }: { memberId: string; isHidden: boolean }): ReactNode {
  const { t } = useTexts()
  const client = useQueryClient()
  // Whatever comes of it, what shows the member's money is asked again then.
  const watch = (listener: () => void): (() => void) =>
    client.getQueryCache().subscribe(notifyManager.batchCalls(listener))
  const transferMinor = useSyncExternalStore(watch, () => transferMinorOf(memberId))
  const withdrawalMinor = useSyncExternalStore(watch, () => lostMinorOf(readSent('sentWithdrawal', memberId)))
  return (
    <>
      {transferMinor === undefined ? null : (
        <Sent
          name={t('transfer.title')}
          amountMinor={transferMinor}
          isHidden={isHidden}
          onAsk={() => openModal('transfer', {})}
        />
      )}
      {withdrawalMinor === undefined ? null : (
        <Sent
          name={t('tile.withdraw')}
          amountMinor={withdrawalMinor}
          isHidden={isHidden}
          onAsk={() => openModal('withdraw')}
        />
      )}
    </>
  )
}

/** One that the server knows as under way stands among those. */
function transferMinorOf(memberId: string): number | undefined {
  const sent = readSent('sentTransfer', memberId)
  return sent?.isUnderWay === true ? undefined : lostMinorOf(sent)
}

/** While the answer may still come, the sheet that has sent it says so, and nothing is in doubt. */
function lostMinorOf(sent: { readonly key: string; readonly amountMinor: number } | undefined): number | undefined {
  return sent === undefined || isAwaited(sent.key) ? undefined : sent.amountMinor
}

function Sent({
  name,
  amountMinor,
  isHidden,
  onAsk,
}: {
  name: string
  amountMinor: number
  isHidden: boolean
  onAsk: () => void
}): ReactNode {
  const { t } = useTexts()
  return (
    <section className={styles.panel} aria-label={t('result.unknownTitle')}>
      <ul>
        <li>
          <Icon drawing={clock} />
          <span>
            {name}
            <small>{t('result.unknownTitle')}</small>
          </span>
          {isHidden ? <b>••••</b> : <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} />}
        </li>
      </ul>
      <SmallButton onClick={onAsk}>{t('home.ask')}</SmallButton>
    </section>
  )
}
