import type { ReactNode } from 'react'
import { formatBaht, formatChange, formatDateTime } from '../../lib/formats.ts'
import { named } from '../../lib/texts/texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Decision } from './decisions.api.ts'
import type { DecisionTexts } from './ages.ts'
import { useDecisionTexts } from './decision-words.ts'
import styles from './evidence-money.module.css'

/** Whence the money came that is asked for: the way of the wallet since it was last empty. */
export function EvidenceMoney({ money }: { money: NonNullable<Decision['evidence']['money']> }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const { since, steps } = money
  if (steps.length === 0) return null
  const aside =
    since === null ? words('money.cut', { n: steps.length }) : words('money.since', { time: formatDateTime(since) })
  return (
    <Panel title={words('money.title')} aside={aside} isFlush>
      <DataTable
        caption={words('money.title')}
        className={styles.table}
        heads={[
          { text: words('evidence.time') },
          { text: words('money.from') },
          { text: words('money.to') },
          { text: words('money.amount'), isNumber: true },
          { text: words('money.balance'), isNumber: true },
        ]}
        rows={steps.map(({ at, from, to, amount, balance }, index) => ({
          key: `${at} ${index}`,
          cells: [
            <Moment key="at" at={at} />,
            endText(texts, from),
            endText(texts, to),
            <Money key="amount" words={formatChange(amount)} hasTone />,
            <Money key="balance" words={formatBaht(balance)} />,
          ],
        }))}
      />
    </Panel>
  )
}

/** "Bank SCB" of `bank:SCB`. */
function endText(texts: DecisionTexts, end: string): string {
  const [place = '', name = ''] = end.split(':')
  return named(texts, `money.${place}`, end, { name })
}
