import type { DeskProposal } from '@krapao/contract'
import type { ReactNode } from 'react'
import { formatChange, formatDateTime } from '../../lib/formats.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { useMyId } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { FactList } from '../../ui/panel.tsx'
import { ProposalOutlook } from './proposal-outlook.tsx'
import { ProposalVerdicts } from './proposal-verdicts.tsx'
import { kindText, termsOf, useProposalTexts, whoText } from './proposal-words.ts'
import styles from './proposals.module.css'

/** One proposal: who proposed what and on which terms. The second person confirms or refuses; the first may take it back. */
export function ProposalDialog({
  row,
  isStale,
  onClose,
}: {
  row: DeskProposal
  /** What is shown may be old: nothing is decided by it. */
  isStale: boolean
  onClose: () => void
}): ReactNode {
  const texts = useProposalTexts()
  const { t, words } = texts
  const myId = useMyId()
  return (
    <Dialog title={kindText(texts, row.kind)} closeLabel={t('common.close')} isBroad onClose={onClose}>
      <div className={styles.form}>
        {row.amount === null ? null : <Money isBig words={formatChange(row.amount)} />}
        <FactList rows={factsOf()} />
        {row.state === 'OPEN' ? (
          <>
            <ProposalOutlook proposalId={row.proposalId} />
            <ProposalVerdicts row={row} isStale={isStale} onClose={onClose} />
          </>
        ) : null}
      </div>
    </Dialog>
  )

  function factsOf(): (readonly [string, ReactNode])[] {
    return [
      [words('proposals.by'), `${whoText(texts, row.agent, myId)} · ${formatDateTime(row.at)}`],
      ...termsOf(texts, row),
      ...(row.memberId === null
        ? []
        : [
            [
              words('proposals.member'),
              <a key="member" href={hashOf(memberPlace(row.memberId))}>
                {words('proposals.openMember')}
              </a>,
            ] as const,
          ]),
      row.state === 'OPEN'
        ? [words('proposals.lapses'), formatDateTime(row.lapsesAt)]
        : [words('proposals.state'), words(`state.${row.state}`)],
      ...(row.decidedAt === null
        ? []
        : [
            [
              words('proposals.decidedBy'),
              `${whoText(texts, row.decider, myId)} · ${formatDateTime(row.decidedAt)}`,
            ] as const,
          ]),
      ...(row.note === null || row.note === '' ? [] : [[words('proposals.note'), row.note] as const]),
    ]
  }
}
