import { BONUS_WRITERS, type OfferSource } from '@krapao/contract'
import { plus } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { goTo, hashOf } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useHasRole } from '../../lib/session.ts'
import { usePlaceTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Money } from '../../ui/money.tsx'
import page from '../../ui/page.module.css'
import { Panel } from '../../ui/panel.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import { useOffers } from './bonuses.api.ts'
import { NewOfferPage, OfferPage } from './offer-page.tsx'
import { StateMark } from './state-mark.tsx'
import styles from './bonuses-page.module.css'

/** Bonuses and promotions: all of them, or the one that is chosen. */
export function BonusesPage({ offer }: { offer: { source: OfferSource; code: string } | null }): ReactNode {
  if (offer === null) return <OfferTable />
  const { source, code } = offer
  if (code === 'new') return <NewOfferPage key={source} source={source} />
  return <OfferPage key={`${source}/${code}`} source={source} code={code} />
}

function OfferTable(): ReactNode {
  const { t, words, language } = usePlaceTexts(table)
  const query = useOffers()
  const state = usePlaceState(query)
  const canWrite = useHasRole(BONUS_WRITERS)
  const rows = query.data?.rows ?? []
  const begin = (source: OfferSource) => goTo({ page: 'bonuses', offer: { source, code: 'new' } })
  return (
    <div className={page.page}>
      <header className={styles.head}>
        <h1>{t('nav.bonuses')}</h1>
        {canWrite ? (
          <span className={styles.actions}>
            <Button kind="line" drawing={plus} onClick={() => begin('promotion')}>
              {words('bonuses.addPromotion')}
            </Button>
            <Button kind="gold" drawing={plus} onClick={() => begin('bonus')}>
              {words('bonuses.add')}
            </Button>
          </span>
        ) : null}
      </header>
      <p className={page.intro}>{words('bonuses.intro')}</p>
      <InState state={state}>
        <Panel title={words('bonuses.list')} isFlush>
          <div className={styles.rows}>
            <DataTable
              caption={words('bonuses.list')}
              isStacked
              heads={[
                { text: words('bonuses.code') },
                { text: words('bonuses.name') },
                { text: words('bonuses.state') },
                { text: words('bonuses.held'), isNumber: true },
                { text: words('bonuses.month'), isNumber: true },
                { text: words('bonuses.budgetOf'), isNumber: true },
              ]}
              empty={words('bonuses.none')}
              rows={rows.map((row) => ({
                key: `${row.source}/${row.code}`,
                cells: [
                  <a key="code" href={hashOf({ page: 'bonuses', offer: row })}>
                    {row.code}
                  </a>,
                  row.name[language],
                  <span key="state">
                    <StateMark state={row.state} />
                    {row.hasDraft && row.state !== 'draft' ? (
                      <span className="hint"> · {words('bonuses.hasDraft')}</span>
                    ) : null}
                  </span>,
                  String(row.held),
                  <Money key="month" words={formatBaht(row.grantedInMonth)} />,
                  <Money key="budget" words={formatBaht(row.monthlyBudget)} />,
                ],
              }))}
            />
          </div>
        </Panel>
      </InState>
    </div>
  )
}
