import { formatAmount } from '@krapao/money'
import { CallError } from '@krapao/web'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useChecked } from '../../lib/checked.ts'
import { endOf } from '../../lib/intent-end.ts'
import { formatBaht } from '../../lib/formats.ts'
import { useIntent } from '../../lib/intent.ts'
import { refusedFields } from '../../lib/refused-fields.ts'
import { typedMinor } from '../../lib/typed-amount.ts'
import { useKeydown } from '../../lib/use-keydown.ts'
import { named } from '../../lib/texts/texts.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActs } from '../../ui/dialog.tsx'
import { two } from '../../ui/drawings.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Money } from '../../ui/money.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Decision, DecisionAction, DecisionBody } from './decisions.api.ts'
import { sendDecision } from './decisions.api.ts'
import { problemOf, sentOf, valueOf } from './decision-fields.ts'
import { effectText, isAgainst, moves, useDecisionTexts, verbText } from './decision-words.ts'
import { FieldView } from './field-view.tsx'
import styles from './decision-dialog.module.css'

export type Outcome = Awaited<ReturnType<typeof sendDecision>>

/**
 * The one confirm of a decision: who, what, how much and what next, with the fields that it takes. Ctrl+Enter sends it; a
 * plain Enter does nothing. Where no answer comes it goes again as it was, under the same key.
 */
export function DecisionDialog({
  decision,
  action,
  onClose,
  onDone,
  onMoved,
}: {
  decision: Decision
  action: DecisionAction
  onClose: () => void
  onDone: (outcome: Outcome) => void
  /** Somebody was quicker: what the refusal says of it, and what was typed here. */
  onMoved: (details: Readonly<Record<string, unknown>>, typed: readonly string[]) => void
}): ReactNode {
  const texts = useDecisionTexts()
  const { t, words } = texts
  const { row } = decision
  const form = useRef<HTMLFormElement>(null)
  const intent = useIntent(`decision ${row.kind} ${row.id} ${action.action}`, {
    send: async (body, key) => {
      try {
        return await sendDecision(row, body as DecisionBody, key)
      } catch (error) {
        if (error instanceof CallError && error.code === 'MOVED_ON' && !isBeingAsked(error))
          onMoved(error.details, Object.values(values))
        throw error
      }
    },
    onDone,
  })
  const { values, isPending, isUnknown } = intent
  const rowAmount = row.amount === null ? null : formatBaht(row.amount)
  const typedOf = (field: DecisionAction['fields'][number]): string => valueOf(values, field, rowAmount)
  const amountField = action.fields.find(({ type }) => type === 'amount')
  const typed = amountField === undefined ? null : typedMinor(typedOf(amountField))
  const amount = typed === null ? rowAmount : formatAmount(typed)
  const verb = verbText(texts, row.kind, action, amount)

  const refused = refusedFields(intent.error)
  const { errorOf, check } = useChecked<string>(
    Object.fromEntries(
      isUnknown ? [] : action.fields.map((field) => [field.field, problemOf(field, typedOf(field), texts)]),
    ),
  )

  function send(): void {
    if (check())
      return void intent.run({ action: action.action, version: row.version, ...sentOf(action.fields, typedOf) })
    // What is wrong is marked with the drawing that follows.
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], fieldset[aria-describedby] input')?.focus(),
    )
  }

  useConfirmKey(form, send)
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input, textarea, select')
    // Where nothing is to be typed, what confirms has the focus, and a plain Enter on it does nothing.
    ;(first ?? form.current?.querySelector<HTMLElement>('button:last-of-type'))?.focus()
  }, [])
  return (
    <Dialog isWide title={verb} closeLabel={t('common.close')} onClose={onClose}>
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <DecisionSummary decision={decision} action={action} amount={amount} />
        {action.fields.map((field) => (
          <FieldView
            key={field.field}
            kind={row.kind}
            field={field}
            value={typedOf(field)}
            error={errorOf(field.field) ?? (refused.includes(field.field) ? words('ask.wrong') : undefined)}
            isDisabled={isPending || isUnknown}
            onChange={(value) => intent.change({ [field.field]: value })}
          />
        ))}
        <IntentEnd end={endOf(intent, texts, (error) => (isBeingAsked(error) ? words('ask.beingAsked') : null))} />
        {moves(action.action) ? (
          <Notice role="note" sign={<Glyph state="late" size={16} />}>
            {words('ask.noUndo')}
          </Notice>
        ) : null}
        <DialogActs>
          <Button kind="quiet" onClick={onClose}>
            {words('ask.back')} <kbd>Esc</kbd>
          </Button>
          <Button
            kind={isAgainst(action.action) ? 'danger' : 'gold'}
            drawing={action.takes === 'two' ? two : undefined}
            busyLabel={isPending ? t('intent.sending') : undefined}
            title={words('ask.enterHint')}
            onClick={send}
          >
            {isUnknown ? t('intent.again') : verb} <kbd>Ctrl Enter</kbd>
          </Button>
        </DialogActs>
      </form>
    </Dialog>
  )
}

/** Whether its party is on the line about it at that very moment: it waits as before, and is decided when that is over. */
const isBeingAsked = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'MOVED_ON' && error.details['what'] === 'BEING_ASKED'

/** Who, what, how much, and what next. */
function DecisionSummary({
  decision: { row, evidence },
  action,
  amount,
}: {
  decision: Decision
  action: DecisionAction
  amount: string | null
}): ReactNode {
  const texts = useDecisionTexts()
  const { words } = texts
  const { member, facts } = evidence
  const account = [facts['bankCode'], facts['account'], facts['accountName']].filter((one) => typeof one === 'string')
  return (
    <dl className={styles.ask}>
      <dt>{words('ask.who')}</dt>
      <dd>
        {member === null ? words('ask.nobody') : member.name}{' '}
        {member === null ? null : <small>{member.memberNo}</small>}
      </dd>
      <dt>{words('ask.what')}</dt>
      <dd>
        {named(texts, `kind.${row.kind}`, row.kind)}
        {account.length === 0 ? null : <small> {account.join(' · ')}</small>}
      </dd>
      <dt>{words('ask.howMuch')}</dt>
      <dd>
        {amount === null ? (
          words('ask.noMoney')
        ) : (
          <span className={styles.amount}>
            <Money words={amount} isBig />
          </span>
        )}
      </dd>
      <dt>{words('ask.next')}</dt>
      <dd>{effectText(texts, row.kind, action)}</dd>
    </dl>
  )
}

/** Ctrl+Enter anywhere in the dialog of a form confirms it, and a plain Enter presses none of its buttons that do. */
function useConfirmKey(form: React.RefObject<HTMLFormElement | null>, confirm: () => void): void {
  useKeydown((event) => {
    const dialog = form.current?.closest('dialog')
    if (event.key !== 'Enter' || !(event.target instanceof Node)) return
    // The button that sends loses the focus while it does: nothing has it then, and the keys are still the dialog's.
    if (event.target !== document.body && dialog?.contains(event.target) !== true) return
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault()
      if (!event.repeat) confirm()
    } else if (event.target instanceof HTMLButtonElement && event.target.matches('form button:last-of-type')) {
      event.preventDefault()
    }
  }, true)
}
