import type { DeskMember } from '@krapao/contract'
import { ADJUSTMENT_MAX_MINOR, ADJUSTMENT_REASONS, DEED_REASON_MAX } from '@krapao/contract'
import { formatAmount, fromWireAmount, toWireAmount } from '@krapao/money'
import { Icon, left } from '@krapao/web'
import type { ReactNode } from 'react'
import { lacking } from '../../lib/checked.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { formatBaht, formatChange, sumOf } from '../../lib/formats.ts'
import { hashOf, leave, memberPlace } from '../../lib/place.ts'
import { typedMinorUpTo } from '../../lib/typed-amount.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { FactList, Panel } from '../../ui/panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './adjust.module.css'
import { useAdjustment } from './member.api.ts'
import { useMemberTexts } from './member-words.ts'

const REFERENCE_MAX = 100
const DIRECTIONS = ['give', 'take'] as const

type Intent = ReturnType<typeof useAdjustment>
type Asked = ReturnType<typeof readAsked>
type Field = 'reason' | 'direction' | 'amount' | 'note' | 'reference'
type Form = ReturnType<typeof useIntentForm<Field>>

/** What is asked for, as far as it can be read from what was typed, and what is wrong with its amount. */
function readAsked(values: Intent['values'], walletMinor: number) {
  const direction = values['direction'] === 'take' ? 'take' : 'give'
  const amountMinor = typedMinorUpTo(ADJUSTMENT_MAX_MINOR, values['amount'] ?? '')
  const isTooMuch = direction === 'take' && amountMinor !== null && amountMinor > walletMinor
  return {
    reason: ADJUSTMENT_REASONS.find((one) => one === values['reason']) ?? 'goodwill',
    direction,
    amountMinor,
    signed: toWireAmount((direction === 'take' ? -1 : 1) * (amountMinor ?? 0)),
    problem: amountMinor === null ? 'adjust.amountWrong' : isTooMuch ? 'adjust.tooMuch' : null,
    note: (values['note'] ?? '').trim(),
    reference: (values['reference'] ?? '').trim(),
  } as const
}

/** Proposes to give a member money or to take it: why, how much, and on what evidence. Another one confirms it. */
export function AdjustPage({ shown, isStale }: { shown: DeskMember; isStale: boolean }): ReactNode {
  const { words } = useMemberTexts()
  const { memberId, name, memberNo, phone } = shown.member
  const backTo = memberPlace(memberId)
  const intent = useAdjustment(memberId, ({ outcome }) => {
    showToast('done', words(outcome === 'proposed' ? 'adjust.proposed' : 'adjust.done'))
    leave({ page: 'members', memberId, isAdjusting: true }, backTo)
  })
  const asked = readAsked(intent.values, fromWireAmount(shown.money.wallet))
  const { signed: amount, reason, note, reference, problem } = asked
  const form = useIntentForm<Field>(intent, {
    amount: problem === null ? null : words(problem),
    note: lacking(note, words('adjust.noteMissing')),
  })
  const send = (): void => form.send({ memberId, amount, reason, note, reference })
  return (
    <>
      <header className={styles.head}>
        <a href={hashOf(backTo)}>
          <Icon drawing={left} size={16} /> {words('adjust.back', { name })}
        </a>
        <h1>{words('adjust.title')}</h1>
      </header>
      <div className={styles.columns}>
        <div className="stack">
          <AdjustmentFields shown={shown} form={form} asked={asked} />
        </div>
        <aside className="stack">
          <Panel title={name}>
            <FactList
              rows={[
                [words('member.no'), `${memberNo} · ${phone}`],
                [words('money.wallet'), <Money key="wallet" words={formatBaht(shown.money.wallet)} />],
                [words('adjust.flags'), shown.flags.length],
                [words('adjust.notes'), shown.notes.length],
              ]}
            />
          </Panel>
          <ProposeAdjustment intent={intent} form={form} asked={asked} isStale={isStale} onSend={send} />
        </aside>
      </div>
    </>
  )
}

function AdjustmentFields({ shown, form, asked }: { shown: DeskMember; form: Form; asked: Asked }): ReactNode {
  const { words } = useMemberTexts()
  return (
    <>
      <Panel title={words('adjust.why')}>
        <Choices
          legend={words('adjust.reason')}
          options={ADJUSTMENT_REASONS.map((id) => ({ id, label: words(`reason.${id}`) }))}
          chosen={asked.reason}
          {...form.choice('reason')}
        />
      </Panel>
      <Panel title={words('adjust.howMuch')} isFlush>
        <div className={styles.amounts}>
          <Choices
            legend={words('adjust.direction')}
            options={DIRECTIONS.map((id) => ({ id, label: words(`adjust.${id}`) }))}
            chosen={asked.direction}
            {...form.choice('direction')}
          />
          <TextField
            label={words('adjust.amount')}
            hint={words('adjust.amountHint')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            {...form.field('amount')}
          />
        </div>
        <WalletOutcome shown={shown} asked={asked} />
      </Panel>
      <Panel title={words('adjust.evidence')}>
        <div className={styles.evidence}>
          <TextArea label={words('adjust.note')} rows={4} maxLength={DEED_REASON_MAX} {...form.field('note')} />
          <TextField
            label={words('adjust.reference')}
            hint={words('adjust.referenceHint')}
            autoComplete="off"
            maxLength={REFERENCE_MAX}
            {...form.field('reference')}
          />
        </div>
      </Panel>
    </>
  )
}

/** The wallet before and after. */
function WalletOutcome({ shown, asked: { signed, problem } }: { shown: DeskMember; asked: Asked }): ReactNode {
  const { words } = useMemberTexts()
  const { wallet } = shown.money
  const after = sumOf([wallet, signed])
  return (
    <DataTable
      caption={words('adjust.howMuch')}
      isStacked
      heads={[
        { text: words('adjust.account') },
        { text: words('adjust.before'), isNumber: true },
        { text: words('adjust.change'), isNumber: true },
        { text: words('adjust.after'), isNumber: true },
      ]}
      rows={[
        {
          key: 'wallet',
          cells: [
            words('adjust.walletOf', { name: shown.member.name }),
            <Money key="before" words={formatBaht(wallet)} />,
            <Money key="change" words={formatChange(signed)} hasTone />,
            problem === 'adjust.tooMuch' ? '-' : <Money key="after" words={formatBaht(after)} />,
          ],
        },
      ]}
    />
  )
}

/** What comes of it, and the button that sends it. */
function ProposeAdjustment({
  intent,
  form,
  asked: { amountMinor, direction },
  isStale,
  onSend,
}: {
  intent: Intent
  form: Form
  asked: Asked
  isStale: boolean
  onSend: () => void
}): ReactNode {
  const texts = useMemberTexts()
  const { words } = texts
  const label =
    amountMinor === null
      ? words('adjust.submit')
      : words(`adjust.submit.${direction}`, { amount: formatAmount(amountMinor) })
  return (
    <Panel title={words('adjust.next')}>
      <div className="stack">
        <ul className={styles.next}>
          <li>{words('adjust.next.second')}</li>
          <li>{words('adjust.next.still')}</li>
          <li>{words('adjust.next.lapse')}</li>
          <li>{words('adjust.next.forGood')}</li>
        </ul>
        <IntentEnd end={endOf(intent, texts)} />
        <Button kind="gold" isWide disabled={isStale} keys="Ctrl Enter" {...form.button(label)} onClick={onSend} />
      </div>
    </Panel>
  )
}
