import type { AdjustmentReason, DeskMember } from '@krapao/contract'
import { ADJUSTMENT_MAX_MINOR, ADJUSTMENT_REASONS } from '@krapao/contract'
import { fromWireAmount } from '@krapao/money'
import { Icon, left } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatBaht, formatChange } from '../../lib/formats.ts'
import { goTo, hashOf } from '../../lib/place.ts'
import { useCtrlEnter } from '../../lib/use-ctrl-enter.ts'
import { Choices } from '../../ui/choices.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './adjust.module.css'
import { useAdjustment } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'
import { minorOf } from './typed-amount.ts'

const NOTE_MAX = 500
const REFERENCE_MAX = 100
const DIRECTIONS = ['give', 'take'] as const

/** Proposes to give a member money or to take it: why, how much, and on what evidence. Another one confirms it. */
export function AdjustPage({ shown, isStale }: { shown: DeskMember; isStale: boolean }): ReactNode {
  const { words, errorText } = useMemberTexts()
  const { memberId, name, memberNo, phone } = shown.member
  const backTo = { page: 'members', memberId, isAdjusting: false } as const
  const [isChecked, setIsChecked] = useState(false)
  const intent = useAdjustment(memberId, ({ outcome }) => {
    showToast('done', words(outcome === 'proposed' ? 'adjust.proposed' : 'adjust.done'))
    goTo(backTo)
  })
  const { values, isPending, isUnknown, error } = intent
  const reason: AdjustmentReason = ADJUSTMENT_REASONS.find((one) => one === values['reason']) ?? 'goodwill'
  const direction = values['direction'] === 'take' ? 'take' : 'give'
  const amountMinor = minorOf(values['amount'] ?? '', ADJUSTMENT_MAX_MINOR)
  const signed = ((direction === 'take' ? -1 : 1) * (amountMinor ?? 0)) / 100
  const walletMinor = fromWireAmount(shown.money.wallet)
  const isTooMuch = direction === 'take' && amountMinor !== null && amountMinor > walletMinor
  const note = (values['note'] ?? '').trim()
  const reference = (values['reference'] ?? '').trim()
  const isLocked = isPending || isUnknown
  const amountProblem =
    amountMinor === null ? words('adjust.amountWrong') : isTooMuch ? words('adjust.tooMuch') : undefined
  const send = (): void => {
    setIsChecked(true)
    if (isPending || isStale) return
    if (!isUnknown && (amountProblem !== undefined || note === '')) return
    void intent.run({ memberId, amount: signed, reason, note, reference })
  }
  useCtrlEnter(send)
  return (
    <>
      <header className={styles.head}>
        <a href={hashOf(backTo)}>
          <Icon drawing={left} size={16} /> {words('adjust.back', { name })}
        </a>
        <h1>{words('adjust.title')}</h1>
      </header>
      <div className={styles.columns}>
        <div className={styles.steps}>
          <Panel title={words('adjust.why')}>
            <Choices
              legend={words('adjust.reason')}
              options={ADJUSTMENT_REASONS.map((id) => ({ id, label: words(`reason.${id}`) }))}
              chosen={reason}
              isDisabled={isLocked}
              onChoose={(id) => intent.change({ reason: id })}
            />
          </Panel>
          <Panel title={words('adjust.howMuch')} isFlush>
            <div className={styles.amounts}>
              <Choices
                legend={words('adjust.direction')}
                options={DIRECTIONS.map((id) => ({ id, label: words(`adjust.${id}`) }))}
                chosen={direction}
                isDisabled={isLocked}
                onChoose={(id) => intent.change({ direction: id })}
              />
              <TextField
                label={words('adjust.amount')}
                hint={words('adjust.amountHint')}
                {...(isChecked && amountProblem !== undefined ? { error: amountProblem } : {})}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={values['amount'] ?? ''}
                disabled={isLocked}
                onChange={(event) => intent.change({ amount: event.target.value })}
              />
            </div>
            <DataTable
              caption={words('adjust.howMuch')}
              heads={[
                { text: words('adjust.account') },
                { text: words('adjust.before'), isNumber: true },
                { text: words('adjust.change'), isNumber: true },
                { text: words('adjust.after'), isNumber: true },
              ]}
              empty=""
              rows={[
                {
                  key: 'wallet',
                  cells: [
                    words('adjust.walletOf', { name }),
                    <Money key="before" words={formatBaht(shown.money.wallet) ?? '-'} />,
                    <span key="change" className={signed < 0 ? styles.out : signed > 0 ? styles.in : undefined}>
                      <Money words={formatChange(signed) ?? '-'} />
                    </span>,
                    isTooMuch ? (
                      '-'
                    ) : (
                      <Money key="after" words={formatBaht((walletMinor + fromWireAmount(signed)) / 100) ?? '-'} />
                    ),
                  ],
                },
              ]}
            />
          </Panel>
          <Panel title={words('adjust.evidence')}>
            <div className={styles.evidence}>
              <TextArea
                label={words('adjust.note')}
                {...(isChecked && note === '' ? { error: words('adjust.noteMissing') } : {})}
                rows={4}
                maxLength={NOTE_MAX}
                value={values['note'] ?? ''}
                disabled={isLocked}
                onChange={(event) => intent.change({ note: event.target.value })}
              />
              <TextField
                label={words('adjust.reference')}
                hint={words('adjust.referenceHint')}
                autoComplete="off"
                maxLength={REFERENCE_MAX}
                value={values['reference'] ?? ''}
                disabled={isLocked}
                onChange={(event) => intent.change({ reference: event.target.value })}
              />
            </div>
          </Panel>
        </div>
        <aside className={styles.steps}>
          <Panel title={name}>
            <FactList
              rows={[
                [words('member.no'), `${memberNo} · ${phone}`],
                [words('money.wallet'), <Money key="wallet" words={formatBaht(shown.money.wallet) ?? '-'} />],
                [words('adjust.flags'), shown.flags.length],
                [words('adjust.notes'), shown.notes.length],
              ]}
            />
          </Panel>
          <Panel title={words('adjust.next')}>
            <div className={styles.next}>
              <ul>
                <li>{words('adjust.next.second')}</li>
                <li>{words('adjust.next.still')}</li>
                <li>{words('adjust.next.lapse')}</li>
                <li>{words('adjust.next.forGood')}</li>
              </ul>
              {isUnknown ? (
                <Notice tone="wait" sign={<Glyph state="unk" />}>
                  {words('dialog.unknown')}
                </Notice>
              ) : error === null ? null : (
                <p className={styles.out} role="alert">
                  {errorText(error)}
                </p>
              )}
              <Button
                kind="gold"
                isWide
                disabled={isStale}
                busyLabel={isPending ? words('dialog.sending') : undefined}
                onClick={send}
              >
                {isUnknown
                  ? words('dialog.again')
                  : amountMinor === null
                    ? words('adjust.submit')
                    : words(`adjust.submit.${direction}`, { amount: formatBaht(amountMinor / 100) ?? '' })}{' '}
                <kbd aria-hidden="true">Ctrl Enter</kbd>
              </Button>
            </div>
          </Panel>
        </aside>
      </div>
    </>
  )
}
