import type { OfferDraft, OfferSimulation } from '@krapao/contract'
import { OFFER_COST_OF_ONE_MAX } from '@krapao/contract'
import { formatAmount, fromWireAmount, mulDiv } from '@krapao/money'
import type { ReactNode } from 'react'
import { formatBaht, formatCount, formatDateTime } from '../../lib/formats.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import { BUDGET_MONTHS, BudgetBar } from './budget-bar.tsx'

const cases = ['low', 'middle', 'high'] as const

/** What a draft would have cost on the deposits of the last 90 days. */
export function OfferCost({
  draft,
  isRunning,
  problem,
  onRun,
}: {
  draft: OfferDraft | null
  isRunning: boolean
  /** Null where it can be tried. */
  problem: string | null
  onRun: (() => void) | null
}): ReactNode {
  const { words } = usePlaceTexts(table)
  const simulation = draft?.simulation ?? null
  const again =
    onRun === null ? undefined : (
      <Button
        kind="line"
        disabled={problem !== null}
        busyLabel={isRunning ? words('bonuses.simulating') : undefined}
        onClick={onRun}
      >
        {words(simulation === null ? 'bonuses.simulate' : 'bonuses.simulateAgain')}
      </Button>
    )
  return (
    <Panel title={words('bonuses.cost')} aside={words('bonuses.costHint')} action={again}>
      {simulation === null ? (
        <p className="hint">{problem ?? words('bonuses.notSimulated')}</p>
      ) : (
        <SimulatedFigures
          simulation={simulation}
          isOld={draft?.takes === null}
          budget={draft?.offer.monthlyBudget ?? null}
        />
      )}
    </Panel>
  )
}

function SimulatedFigures({
  simulation,
  isOld,
  budget: monthly,
}: {
  simulation: OfferSimulation
  isOld: boolean
  /** Of a month; null without a limit. */
  budget: number | null
}): ReactNode {
  const { words } = usePlaceTexts(table)
  const budget = monthly === null ? null : monthly * BUDGET_MONTHS
  const { takers, grants, granted, won, lost, open, cost, skipped, from, to, at, deposits } = simulation
  const isDear = cost.middle > OFFER_COST_OF_ONE_MAX
  const each = (amount: number): string =>
    takers === 0 ? '-' : formatAmount(mulDiv(fromWireAmount(amount), 1, takers, 'half-up'))
  return (
    <div className="stack">
      <FactList
        rows={[
          [words('bonuses.range'), `${formatDateTime(from)} – ${formatDateTime(to)}`],
          [words('bonuses.deposits'), formatCount(deposits)],
          [words('bonuses.takers'), formatCount(takers)],
          [words('bonuses.grants'), formatCount(grants)],
          [words('bonuses.granted'), <Money key="granted" words={formatBaht(granted)} />],
          [words('bonuses.ended'), words('bonuses.endedCounts', { won, lost, open })],
        ]}
      />
      <DataTable
        caption={words('bonuses.cost')}
        heads={[
          { text: words('bonuses.case') },
          { text: words('bonuses.casesAre') },
          { text: words('bonuses.costBaht'), isNumber: true },
          { text: words('bonuses.costEach'), isNumber: true },
          ...(budget === null ? [] : [{ text: words('bonuses.againstBudget', { budget: formatBaht(budget) }) }]),
        ]}
        rows={cases.map((name) => ({
          key: name,
          cells: [
            <b key="name">{words(`bonuses.${name}`)}</b>,
            words(`bonuses.${name}Is`),
            <Money key="cost" words={formatBaht(cost[name])} />,
            each(cost[name]),
            ...(budget === null ? [] : [<BudgetBar key="budget" cost={cost[name]} budget={budget} />]),
          ],
        }))}
      />
      {skipped.budget + skipped.seats > 0 ? (
        <p className="hint">{words('bonuses.skipped', { budget: skipped.budget, seats: skipped.seats })}</p>
      ) : null}
      <p className="hint">{words('bonuses.simulatedAt', { at: formatDateTime(at) })}</p>
      {isOld ? (
        <Notice tone="wait" sign={<Glyph state="late" size={16} />}>
          {words('bonuses.simulationOld')}
        </Notice>
      ) : isDear ? (
        <Notice tone="wait" sign={<Glyph state="held" size={16} />}>
          {words('bonuses.dear')}
        </Notice>
      ) : null}
    </div>
  )
}
