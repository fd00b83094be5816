import { formatLimit } from '@krapao/money'
import type { ReactNode } from 'react'
import { useId } from 'react'
import styles from './amount-field.module.css'
import { FieldFrame } from './field.tsx'
import { caretBefore, groupTyped, readGrouped, typedOfMinor } from './typed-amount.ts'

/** The one large field of an amount of baht. What it holds is read with `minorOfTyped`. */
export function AmountField({
  label,
  hint,
  error,
  placeholder,
  text,
  isDisabled = false,
  onChange,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  placeholder?: string
  /** As it was typed, without the commas that it is shown with. */
  text: string
  isDisabled?: boolean
  /** Called with what can be an amount or become one; other keys leave the field as it is. */
  onChange: (text: string) => void
}): ReactNode {
  const id = useId()
  const described = error === undefined ? (hint === undefined ? undefined : `${id}-hint`) : `${id}-error`
  return (
    <FieldFrame label={label} hint={hint} error={error} controlId={id}>
      <span className={styles.box}>
        <span className={styles.baht} aria-hidden="true">
          ฿
        </span>
        <input
          id={id}
          inputMode="decimal"
          enterKeyHint="go"
          autoComplete="off"
          placeholder={placeholder}
          value={groupTyped(text)}
          disabled={isDisabled}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={described}
          onChange={({ target, nativeEvent }) => {
            const typed = readGrouped(text, target.value, target.selectionStart ?? 0, deletedBy(nativeEvent))
            if (typed === undefined) return
            // Written before React does it: a comma that comes or goes must not carry the caret along.
            target.value = groupTyped(typed.text)
            const caret = caretBefore(target.value, typed.behindCaret)
            target.setSelectionRange(caret, caret)
            onChange(typed.text)
          }}
        />
      </span>
    </FieldFrame>
  )
}

/** Which way one sign was deleted; undefined for all else that changes a field. */
function deletedBy(event: Event): 'backward' | 'forward' | undefined {
  const { inputType } = event as InputEvent
  if (inputType === 'deleteContentBackward') return 'backward'
  return inputType === 'deleteContentForward' ? 'forward' : undefined
}

/** Amounts of whole baht to choose from, in the place of typing them. */
export function AmountPresets({
  groupLabel,
  labelOf,
  amountsMinor,
  chosenMinor,
  mostMinor = Number.POSITIVE_INFINITY,
  isDisabled = false,
  onChoose,
}: {
  groupLabel: string
  /** What a preset does, in words, for its amount as it is written. */
  labelOf: (amount: string) => string
  amountsMinor: readonly number[]
  chosenMinor: number | undefined
  /** What there is: more cannot be chosen. */
  mostMinor?: number
  isDisabled?: boolean
  /** Called with the amount as it stands in a field. */
  onChoose: (text: string) => void
}): ReactNode {
  return (
    <div className={styles.presets} role="group" aria-label={groupLabel}>
      {amountsMinor.map((amountMinor) => {
        const amount = formatLimit(amountMinor)
        return (
          <button
            key={amountMinor}
            type="button"
            aria-label={labelOf(amount)}
            aria-pressed={amountMinor === chosenMinor}
            disabled={isDisabled || amountMinor > mostMinor}
            onClick={() => onChoose(typedOfMinor(amountMinor))}
          >
            {amount}
          </button>
        )
      })}
    </div>
  )
}
