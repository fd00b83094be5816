import { DEED_REASON_MAX, RECON_WORDS, type ReconDay, type ReconMapping, type ReconWord } from '@krapao/contract'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatBaht } from '../../lib/formats.ts'
import { lacking, useChecked } from '../../lib/checked.ts'
import { endOf } from '../../lib/intent-end.ts'
import { typedMinor, wireOf } from '../../lib/typed-amount.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { FactList } from '../../ui/panel.tsx'
import type { Explanation, Of } from './recon.api.ts'
import { useClose, useExplain, useKeepMapping } from './recon.api.ts'
import { dateText, refusalText, useReconTexts } from './recon-words.ts'
import styles from './recon.module.css'

/** What came of sending a form, and the button that sends it. */
function SendForm({
  label,
  sending: { isPending, error },
  isDisabled = false,
  onSend,
}: {
  label: string
  sending: { readonly isPending: boolean; readonly error: Error | null }
  isDisabled?: boolean
  onSend: () => void
}): ReactNode {
  const texts = useReconTexts()
  return (
    <>
      <IntentEnd end={endOf({ error }, texts, (refused) => refusalText(texts, refused))} />
      <Button
        kind="gold"
        isWide
        disabled={isDisabled}
        keys="Ctrl Enter"
        busyLabel={isPending ? texts.words('dialog.sending') : undefined}
        onClick={onSend}
      >
        {label}
      </Button>
    </>
  )
}

/** What is to be explained: a row of one side, or a difference by its line. */
export interface Explained {
  readonly side: Explanation['side']
  readonly id: string
  readonly amount: number
}

/** Asks what a movement of one side alone is. */
export function ExplainDialog({ of, about, onClose }: { of: Of; about: Explained; onClose: () => void }): ReactNode {
  const { t, words } = useReconTexts()
  const [as, setAs] = useState<ReconWord>('case')
  const [reason, setReason] = useState('')
  const { errorOf, check } = useChecked({ reason: lacking(reason, t('form.fill')) })
  const sending = useExplain(of)
  const send = (): void => {
    if (!check()) return
    sending.mutate({ side: about.side, id: about.id, as, reason: reason.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={words('explain.title', { amount: formatBaht(about.amount) })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="stack">
        <SelectField
          label={words('explain.as')}
          value={as}
          options={RECON_WORDS.map((value) => ({ value, label: words(`says.${value}`) }))}
          onChoose={(value) => setAs(value as ReconWord)}
        />
        <TextArea
          label={words('explain.reason')}
          rows={3}
          maxLength={DEED_REASON_MAX}
          value={reason}
          error={errorOf('reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="hint">{words('explain.hint')}</p>
        <SendForm label={words('explain.send')} sending={sending} onSend={send} />
      </div>
    </Dialog>
  )
}

/** Says what a day is closed with, and that it is for good. */
export function CloseDialog({ of, day, onClose }: { of: Of; day: ReconDay; onClose: () => void }): ReactNode {
  const { t, words } = useReconTexts()
  const [typed, setTyped] = useState({ opening: '', closing: '' })
  const sending = useClose(of)
  const isBank = of.kind === 'bank'
  const asks = {
    opening: isBank && day.opening === null,
    closing: isBank && (day.statement?.closing ?? null) === null && (day.statement?.lines ?? 0) > 0,
  }
  const minor = { opening: typedMinor(typed.opening), closing: typedMinor(typed.closing) }
  const wrongOf = (name: keyof typeof typed) =>
    typed[name].trim() !== '' && minor[name] === null ? words('close.wrong') : null
  const { errorOf, check } = useChecked({ opening: wrongOf('opening'), closing: wrongOf('closing') })
  const send = (): void => {
    if (!check()) return
    sending.mutate({ opening: wireOf(minor.opening), closing: wireOf(minor.closing) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={words('close.title', { party: of.code, day: dateText(of.day) })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <div className="stack">
        <FactList
          rows={[
            ...(isBank && !asks.opening ? [[words('figure.opening'), formatBaht(day.opening)] as const] : []),
            [words('figure.lines', { n: day.statement?.lines ?? 0 }), formatBaht(day.statement?.sum ?? 0)],
            ...(isBank && !asks.closing
              ? [[words('figure.closing'), formatBaht(day.statement?.closing ?? day.opening)] as const]
              : []),
          ]}
        />
        {(['opening', 'closing'] as const).map((name) =>
          asks[name] ? (
            <TextField
              key={name}
              label={words(`close.${name}`)}
              inputMode="decimal"
              autoComplete="off"
              value={typed[name]}
              error={errorOf(name)}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ) : null,
        )}
        <p className="hint">{words('close.hint')}</p>
        <SendForm label={words('close.send', { day: dateText(of.day) })} sending={sending} onSend={send} />
      </div>
    </Dialog>
  )
}

const first: ReconMapping = {
  delimiter: ',',
  order: 'DMY',
  isBuddhist: true,
  date: '',
  time: null,
  amount: null,
  in: null,
  out: null,
  reference: null,
  account: null,
  words: null,
  balance: null,
  until: null,
}
const COLUMNS = ['date', 'time', 'amount', 'in', 'out', 'reference', 'account', 'words', 'balance', 'until'] as const
const DELIMITERS = [',', ';', '\t'] as const
const ORDERS = ['DMY', 'MDY', 'YMD'] as const

/** By which columns the files of a bank or provider are read, as their heads are written. */
export function MappingDialog({
  of,
  mapping,
  onClose,
}: {
  of: Of
  mapping: ReconMapping | null
  onClose: () => void
}): ReactNode {
  const { t, words } = useReconTexts()
  const [typed, setTyped] = useState(mapping ?? first)
  const sending = useKeepMapping(of)
  const change = (part: Partial<ReconMapping>): void => setTyped({ ...typed, ...part })
  const isWhole =
    typed.date !== '' && ((typed.amount ?? '') !== '' || ((typed.in ?? '') !== '' && (typed.out ?? '') !== ''))
  return (
    <Dialog title={words('mapping.title', { party: of.code })} closeLabel={t('common.close')} isWide onClose={onClose}>
      <div className="stack">
        <p>{words('mapping.hint')}</p>
        <div className={styles.fields}>
          <SelectField
            label={words('mapping.delimiter')}
            value={typed.delimiter}
            options={DELIMITERS.map((value) => ({ value, label: value === '\t' ? 'Tab' : value }))}
            onChoose={(value) => change({ delimiter: value as ReconMapping['delimiter'] })}
          />
          <SelectField
            label={words('mapping.order')}
            value={typed.order}
            options={ORDERS.map((value) => ({ value, label: words(`order.${value}`) }))}
            onChoose={(value) => change({ order: value as ReconMapping['order'] })}
          />
          <SelectField
            label={words('mapping.years')}
            value={typed.isBuddhist ? 'be' : 'ce'}
            options={(['be', 'ce'] as const).map((value) => ({ value, label: words(`years.${value}`) }))}
            onChoose={(value) => change({ isBuddhist: value === 'be' })}
          />
          {COLUMNS.map((name) => (
            <TextField
              key={name}
              label={words(`column.${name}`)}
              autoComplete="off"
              maxLength={80}
              value={typed[name] ?? ''}
              onChange={(event) =>
                change({ [name]: name === 'date' || event.target.value !== '' ? event.target.value : null })
              }
            />
          ))}
        </div>
        <SendForm
          label={words('mapping.send')}
          sending={sending}
          isDisabled={!isWhole}
          onSend={() => sending.mutate(typed, { onSuccess: onClose })}
        />
      </div>
    </Dialog>
  )
}
