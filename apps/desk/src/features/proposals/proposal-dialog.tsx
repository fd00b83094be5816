import type { DeskProposal } from '@krapao/contract'
import { DEED_REASON_MAX, MEMBER_READERS, PROPOSAL_DECIDERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatChange, formatDateTime } from '../../lib/formats.ts'
import { endOf } from '../../lib/intent-end.ts'
import { hashOf, memberPlace } from '../../lib/place.ts'
import { useHasRole, useMyId } from '../../lib/session.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActs } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ProposalOutlook } from './proposal-outlook.tsx'
import { kindText, termsOf, useProposalTexts, whoText } from './proposal-words.ts'
import type { ProposalState } from './proposals.api.ts'
import { useOutlook, useVerdict } from './proposals.api.ts'
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
  const isOwn = row.agent?._id === myId
  return (
    <Dialog title={kindText(texts, row.kind)} closeLabel={t('common.close')} isBroad onClose={onClose}>
      <div className={styles.form}>
        {row.amount === null ? null : <Money isBig words={formatChange(row.amount)} />}
        <FactList rows={factsOf()} />
        {row.state === 'OPEN' ? <ProposalOutlook proposalId={row.proposalId} /> : null}
        {row.state === 'OPEN' ? <Verdicts row={row} isOwn={isOwn} isStale={isStale} onClose={onClose} /> : null}
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

function Verdicts({
  row,
  isOwn,
  isStale,
  onClose,
}: {
  row: DeskProposal
  isOwn: boolean
  isStale: boolean
  onClose: () => void
}): ReactNode {
  const texts = useProposalTexts()
  const { t, words } = texts
  const hasRole = useHasRole(row.roles)
  const isDecider = useHasRole(PROPOSAL_DECIDERS)
  const settle = (state: ProposalState): void => {
    if (state === 'CONFIRMED' || state === 'REFUSED' || state === 'WITHDRAWN') {
      showToast('done', words(`proposals.done.${state}`))
    }
    onClose()
  }
  const confirm = useVerdict(row.proposalId, 'confirm', settle)
  const refuse = useVerdict(row.proposalId, 'refuse', settle)
  const withdraw = useVerdict(row.proposalId, 'withdraw', settle)
  const all = [confirm, refuse, withdraw]
  const unknown = all.find(({ isUnknown }) => isUnknown)
  const isBusy = all.some(({ isPending }) => isPending)
  const error = all.map((one) => one.error).find((one) => one !== null) ?? null
  const isBlocked = isStale || isBusy
  const note = confirm.values['note'] ?? ''
  const body = note.trim() === '' ? {} : { note: note.trim() }
  // Nobody confirms what he has not seen as it stands now, nor what would be refused anyhow.
  const mustRead = useHasRole(MEMBER_READERS)
  const outlook = useOutlook(row.proposalId, mustRead)
  const isAgainst = outlook.data?.checks.some(({ stands }) => stands === 'against') === true
  const canConfirm = !isBlocked && !isAgainst && (!mustRead || outlook.data !== undefined)
  const roles = row.roles.map((role) => t(`role.${role}`)).join(', ')
  useCtrlEnter(() => {
    const isOthersTurn = unknown !== undefined && unknown !== confirm
    if (!isDecider || !hasRole || isOwn || isOthersTurn) return
    if (unknown === undefined ? !canConfirm : isBlocked) return
    void confirm.run(body)
  })
  if (!isDecider || (!isOwn && !hasRole)) {
    return (
      <Notice sign={<Glyph state="off" />} role="note">
        {words('proposals.lookOn', { roles })}
      </Notice>
    )
  }
  const busyLabel = (one: typeof confirm): string | undefined =>
    one.isPending ? words('proposals.sending') : undefined
  return (
    <>
      <Notice tone="gold" sign={<Glyph state="held" />} role="note">
        {isOwn ? words('proposals.own') : words('proposals.second', { name: actorText('cli:', texts, row.agent) })}
      </Notice>
      {isOwn ? null : (
        <TextArea
          label={words('proposals.note')}
          hint={words('proposals.noteHint')}
          rows={2}
          maxLength={DEED_REASON_MAX}
          value={note}
          disabled={isBusy || unknown !== undefined}
          onChange={(event) => confirm.change({ note: event.target.value })}
        />
      )}
      <IntentEnd
        end={endOf({ error, isUnknown: unknown !== undefined }, texts, ({ code }) =>
          code === 'MOVED_ON' ? words('proposals.movedOn') : null,
        )}
      />
      {unknown === undefined ? null : (
        <DialogActs>
          <Button kind="gold" isWide onClick={() => void unknown.run(body)}>
            {t('intent.again')}
          </Button>
        </DialogActs>
      )}
      {unknown !== undefined ? null : isOwn ? (
        <DialogActs>
          <Button
            kind="danger"
            disabled={isBlocked}
            busyLabel={busyLabel(withdraw)}
            onClick={() => void withdraw.run({})}
          >
            {words('proposals.withdraw')}
          </Button>
        </DialogActs>
      ) : (
        <>
          <p className={styles.hint}>{words('proposals.confirmHint')}</p>
          <DialogActs>
            <Button
              kind="danger"
              disabled={isBlocked}
              busyLabel={busyLabel(refuse)}
              onClick={() => void refuse.run(body)}
            >
              {words('proposals.refuse')}
            </Button>
            <Button
              kind="gold"
              disabled={!canConfirm}
              busyLabel={busyLabel(confirm)}
              onClick={() => void confirm.run(body)}
            >
              {row.amount === null
                ? words('proposals.confirm')
                : words('proposals.confirmAmount', { amount: formatChange(row.amount).replace(/^[+-]?/, '$&฿') })}{' '}
              <kbd aria-hidden="true">Ctrl Enter</kbd>
            </Button>
          </DialogActs>
        </>
      )}
    </>
  )
}
