import { named } from '../../lib/texts/texts.ts'
import type { DecisionField } from '@krapao/contract'
import type { ReactNode } from 'react'
import { Choices } from '../../ui/choices.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import type { DecisionKindName } from './decisions.api.ts'
import { hoursOf } from './decision-fields.ts'
import { plain, useDecisionTexts } from './decision-words.ts'

/** From so many characters on words take several lines. */
const LONG = 100

/** One field of an action, by its type. */
export function FieldView({
  kind,
  field,
  value,
  error,
  isDisabled,
  onChange,
}: {
  kind: DecisionKindName
  field: DecisionField
  value: string
  error: string | undefined
  isDisabled: boolean
  onChange: (value: string) => void
}): ReactNode {
  const texts = useDecisionTexts()
  const { words, has } = texts
  const { field: name, type, isRequired, choices = [], most = 0 } = field
  const hintId = `field.${name}Hint`
  const called = named(texts, `field.${name}`, plain(name))
  const label = `${called} · ${words(isRequired ? 'ask.required' : 'ask.optional')}`
  if (type === 'choice') {
    const wordsOf = (choice: string): string =>
      named(texts, `choice.${kind}.${name}.${choice}`, named(texts, `choice.${name}.${choice}`, plain(choice)))
    return (
      <Choices
        legend={label}
        options={choices.map((id) => ({ id, label: wordsOf(id) }))}
        error={error}
        chosen={value === '' ? null : value}
        isDisabled={isDisabled}
        onChoose={onChange}
      />
    )
  }
  if (type === 'hours') {
    return (
      <SelectField
        label={label}
        value={value}
        options={hoursOf(field).map((hours) => ({ value: hours, label: words('field.hoursOf', { n: hours }) }))}
        onChoose={onChange}
      />
    )
  }
  const box = {
    label,
    hint: has(hintId) ? words(hintId) : undefined,
    error,
    name,
    value,
    disabled: isDisabled,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  if (type === 'text' && most > LONG) return <TextArea {...box} rows={3} maxLength={most} />
  return <TextField {...box} inputMode={type === 'amount' ? 'decimal' : undefined} />
}
