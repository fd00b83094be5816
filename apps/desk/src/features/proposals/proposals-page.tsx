import type { DeskProposal } from '@krapao/contract'
import { PROPOSAL_STATES } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatChange } from '../../lib/formats.ts'
import { goTo, leave } from '../../lib/place.ts'
import { usePlaceState } from '../../lib/place-state.ts'
import { useMyId } from '../../lib/session.ts'
import { rowsOf } from '../../lib/use-pages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { two } from '../../ui/drawings.tsx'
import type { GlyphState } from '../../ui/glyph.tsx'
import { StateSign } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { InState } from '../../ui/in-state.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Empty } from '../../ui/state.tsx'
import { Table, TablePage } from '../../ui/table-page.tsx'
import { tabPanel, Tabs } from '../../ui/tabs.tsx'
import { ProposalDialog } from './proposal-dialog.tsx'
import { kindText, useProposalTexts, whoText } from './proposal-words.ts'
import type { ProposalState } from './proposals.api.ts'
import { useProposal, useProposals } from './proposals.api.ts'
import styles from './proposals.module.css'

const glyphs: Readonly<Record<ProposalState, GlyphState>> = {
  OPEN: 'todo',
  CONFIRMED: 'done',
  REFUSED: 'fail',
  WITHDRAWN: 'off',
  LAPSED: 'off',
}
const PANEL = 'proposals-list'

const placeOf = (proposalId: string | null) => ({ page: 'proposals', proposalId }) as const

/** What was proposed and waits for a second person, and what became of the rest. */
export function ProposalsPage({ proposalId }: { proposalId: string | null }): ReactNode {
  const texts = useProposalTexts()
  const { words } = texts
  const [shown, setShown] = useState<ProposalState>('OPEN')
  const query = useProposals(shown)
  const state = usePlaceState(query)
  const rows = rowsOf(query)
  return (
    <TablePage title={words('proposals.title')} intro={words('proposals.intro')}>
      <div className={styles.states}>
        <Tabs
          tabs={PROPOSAL_STATES.map((id) => ({ id, label: words(`state.${id}`) }))}
          active={shown}
          label={words('proposals.states')}
          panelId={PANEL}
          isPlain
          onChoose={setShown}
        />
      </div>
      <div {...tabPanel(PANEL, shown)} className={styles.list}>
        <InState state={state}>
          {rows.length === 0 ? (
            <Empty drawing={two} title={words('proposals.none')} hint={words('proposals.noneHint')} />
          ) : (
            <Table
              className={styles.table}
              heads={[
                words('proposals.at'),
                words('proposals.what'),
                words('proposals.by'),
                words('proposals.amount'),
                words('proposals.state'),
              ]}
              lastHead={words('proposals.open')}
              isStacked
            >
              {rows.map((row) => (
                <ProposalRow key={row.proposalId} row={row} />
              ))}
            </Table>
          )}
        </InState>
      </div>
      <MoreButton query={query} label={texts.t('common.more')} busyLabel={texts.t('common.loading')} />
      {proposalId === null ? null : (
        <OpenProposal
          key={proposalId}
          proposalId={proposalId}
          listed={rows.find((row) => row.proposalId === proposalId)}
          listState={state}
        />
      )}
    </TablePage>
  )
}

function ProposalRow({ row }: { row: DeskProposal }): ReactNode {
  const texts = useProposalTexts()
  const myId = useMyId()
  const { words } = texts
  const what = kindText(texts, row.kind)
  return (
    <tr>
      <td className="num">
        <Moment at={row.at} />
      </td>
      <td>
        <b>{what}</b>
      </td>
      <td>{whoText(texts, row.agent, myId)}</td>
      <td className={styles.amount}>
        <Money words={formatChange(row.amount)} />
      </td>
      <td>
        <StateSign state={glyphs[row.state]}>{words(`state.${row.state}`)}</StateSign>
      </td>
      <td className={styles.act}>
        <Button
          kind="line"
          aria-label={words('proposals.openOf', { what })}
          onClick={() => goTo(placeOf(row.proposalId))}
        >
          {words('proposals.open')}
        </Button>
      </td>
    </tr>
  )
}

/** One whose address was opened, from the list that is shown, or read by itself: it may be of another state, or far down. */
function OpenProposal({
  proposalId,
  listed,
  listState,
}: {
  proposalId: string
  listed: DeskProposal | undefined
  listState: ReturnType<typeof usePlaceState>
}): ReactNode {
  const { t, words } = useProposalTexts()
  const query = useProposal(proposalId, listed === undefined)
  const ownState = usePlaceState(query)
  const row = listed ?? query.data
  const state = listed === undefined ? ownState : listState
  const onClose = (): void => leave(placeOf(proposalId), placeOf(null))
  if (row !== undefined) {
    return <ProposalDialog row={row} isStale={state.isStale} onClose={onClose} />
  }
  return (
    <Dialog title={words('proposals.title')} closeLabel={t('common.close')} isBroad onClose={onClose}>
      <InState state={state}>{null}</InState>
    </Dialog>
  )
}
