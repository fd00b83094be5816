import type { ReactNode } from 'react'
import { formatBaht, formatChange, formatDateTime } from '../../lib/formats.ts'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Decision } from './decisions.api.ts'
import type { DecisionTexts } from './ages.ts'
import { useDecisionTexts } from './decision-words.ts'
import evidence from './evidence.module.css'
import styles from './evidence-money.module.css'

/** Whence the money came that is asked for: the way of the wallet since it was last empty. */
export function EvidenceMoney({ money }: { money: NonNullable<Decision['evidence']['money']> }): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const { since, steps } = money
  if (steps.length === 0) return null
  const aside =
    since === null
      ? words('money.cut', { n: steps.length })
      : words('money.since', { time: formatDateTime(Date.parse(since)) })
  return (
    <Panel title={words('money.title')} aside={aside} isFlush>
      <table className={`${evidence.table} ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">{words('evidence.time')}</th>
            <th scope="col">{words('money.from')}</th>
            <th scope="col">{words('money.to')}</th>
            <th scope="col" className={styles.number}>
              {words('money.amount')}
            </th>
            <th scope="col" className={styles.number}>
              {words('money.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ at, from, to, amount, balance }, index) => (
            <tr key={`${at} ${index}`}>
              <td className="num">
                <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>
              </td>
              <td>{endText(texts, from)}</td>
              <td>{endText(texts, to)}</td>
              <td className={`${styles.number} ${amount > 0 ? styles.came : styles.went}`}>
                <Money words={formatChange(amount)} />
              </td>
              <td className={styles.number}>
                <Money words={formatBaht(balance)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}

/** "Bank SCB" of `bank:SCB`. */
function endText(texts: DecisionTexts, end: string): string {
  const [place = '', name = ''] = end.split(':')
  const id = `money.${place}`
  return texts.has(id) ? texts.words(id, { name }) : end
}
