import { DEED_REASON_MAX, type DeskProposal, isBlank, MEMBER_READERS, PROPOSAL_DECIDERS } from '@krapao/contract'
import type { ReactNode } from 'react'
import { actorText } from '../../lib/actor-text.ts'
import { formatChange } from '../../lib/formats.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useHasRole, useMyId } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActs } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useProposalTexts } from './proposal-words.ts'
import { useOutlook, useVerdict, type Verdict } from './proposals.api.ts'

interface OpenProposal {
  row: DeskProposal
  /** What is shown may be old: nothing is decided by it. */
  isStale: boolean
  onClose: () => void
}

/** How an open proposal is ended: the second person confirms or refuses it, the first takes it back, others look on. */
export function ProposalVerdicts(props: OpenProposal): ReactNode {
  const { row } = props
  const { t, words } = useProposalTexts()
  const hasRole = useHasRole(row.roles)
  const isDecider = useHasRole(PROPOSAL_DECIDERS)
  const isOwn = row.agent?._id === useMyId()
  if (isDecider && isOwn) return <OwnVerdict {...props} />
  if (isDecider && hasRole) return <SecondVerdict {...props} />
  return (
    <Notice sign={<Glyph state="off" />} role="note">
      {words('proposals.lookOn', { roles: row.roles.map((role) => t(`role.${role}`)).join(', ') })}
    </Notice>
  )
}

function useEnding(verdict: Verdict, { row, onClose }: OpenProposal) {
  const { words } = useProposalTexts()
  return useVerdict(row.proposalId, verdict, (state) => {
    if (state !== 'OPEN' && state !== 'LAPSED') showToast('done', words(`proposals.done.${state}`))
    onClose()
  })
}
type Ending = ReturnType<typeof useEnding>

/** What came of the endings; while nobody knows whether one was done it alone can be sent again, in place of the rest. */
function EndingActs({ endings, children }: { endings: readonly Ending[]; children: ReactNode }): ReactNode {
  const texts = useProposalTexts()
  const unknown = endings.find(({ isUnknown }) => isUnknown)
  const error = endings.map((ending) => ending.error).find((one) => one !== null) ?? null
  return (
    <>
      <IntentEnd
        end={endOf({ error, isUnknown: unknown !== undefined }, texts, ({ code }) =>
          code === 'MOVED_ON' ? texts.words('proposals.movedOn') : null,
        )}
      />
      {unknown === undefined ? (
        children
      ) : (
        <DialogActs>
          <Button kind="gold" isWide keys="Ctrl Enter" onClick={() => void unknown.run({})}>
            {texts.t('intent.again')}
          </Button>
        </DialogActs>
      )}
    </>
  )
}

function EndingButton({
  ending,
  kind,
  isDisabled,
  body = {},
  keys,
  children,
}: {
  ending: Ending
  kind: 'danger' | 'gold'
  isDisabled: boolean
  body?: object
  keys?: string
  children: ReactNode
}): ReactNode {
  const { t } = useProposalTexts()
  const busyLabel = ending.isPending ? t('intent.sending') : undefined
  return (
    <Button kind={kind} disabled={isDisabled} busyLabel={busyLabel} keys={keys} onClick={() => void ending.run(body)}>
      {children}
    </Button>
  )
}

function OwnVerdict(props: OpenProposal): ReactNode {
  const { words } = useProposalTexts()
  const withdraw = useEnding('withdraw', props)
  return (
    <>
      <Notice tone="gold" sign={<Glyph state="held" />} role="note">
        {words('proposals.own')}
      </Notice>
      <EndingActs endings={[withdraw]}>
        <DialogActs>
          <EndingButton ending={withdraw} kind="danger" isDisabled={props.isStale || withdraw.isPending}>
            {words('proposals.withdraw')}
          </EndingButton>
        </DialogActs>
      </EndingActs>
    </>
  )
}

function SecondVerdict(props: OpenProposal): ReactNode {
  const { row, isStale } = props
  const texts = useProposalTexts()
  const { words } = texts
  const confirm = useEnding('confirm', props)
  const refuse = useEnding('refuse', props)
  const isBlocked = isStale || confirm.isPending || refuse.isPending
  const note = confirm.values['note'] ?? ''
  const body = isBlank(note) ? {} : { note: note.trim() }
  // Nobody confirms what he has not seen as it stands now, nor what would be refused anyhow.
  const mustRead = useHasRole(MEMBER_READERS)
  const outlook = useOutlook(row.proposalId, mustRead)
  const isAgainst = outlook.data?.checks.some(({ stands }) => stands === 'against') === true
  const canConfirm = !isBlocked && !isAgainst && (!mustRead || outlook.data !== undefined)
  return (
    <>
      <Notice tone="gold" sign={<Glyph state="held" />} role="note">
        {words('proposals.second', { name: actorText('cli:', texts, row.agent) })}
      </Notice>
      <TextArea
        label={words('proposals.note')}
        hint={words('proposals.noteHint')}
        rows={2}
        maxLength={DEED_REASON_MAX}
        value={note}
        disabled={[confirm, refuse].some(({ isPending, isUnknown }) => isPending || isUnknown)}
        onChange={(event) => confirm.change({ note: event.target.value })}
      />
      <EndingActs endings={[confirm, refuse]}>
        <p className="hint">{words('proposals.confirmHint')}</p>
        <DialogActs>
          <EndingButton ending={refuse} kind="danger" isDisabled={isBlocked} body={body}>
            {words('proposals.refuse')}
          </EndingButton>
          <EndingButton ending={confirm} kind="gold" isDisabled={!canConfirm} body={body} keys="Ctrl Enter">
            {row.amount === null
              ? words('proposals.confirm')
              : words('proposals.confirmAmount', {
                  amount: formatChange(row.amount).replace(/^[+-]?/, '$&฿'),
                })}
          </EndingButton>
        </DialogActs>
      </EndingActs>
    </>
  )
}
