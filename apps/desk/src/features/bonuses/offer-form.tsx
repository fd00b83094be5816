import type { OfferSource } from '@krapao/contract'
import { languageNames, languages } from '@krapao/web'
import type { ReactNode } from 'react'
import { named, usePlaceTexts } from '../../lib/texts/texts.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import table from './bonuses-texts.json' with { type: 'json' }
import type { OfferValues } from './offer-values.ts'
import styles from './bonuses-page.module.css'

type Id = keyof typeof table
const numbers = ['minDeposit', 'maxReceived', 'percentSuccess', 'percentFail'] as const
const times = ['validFrom', 'validUntil'] as const
const hints: Partial<Record<string, Id>> = { monthlyBudget: 'bonuses.budgetHint', validFrom: 'bonuses.fromHint' }

/** The fields of an offer: what it gives, when, and how it is called in each language. */
export function OfferForm({
  source,
  values,
  wrong,
  isLocked,
  onChange,
}: {
  source: OfferSource
  values: OfferValues
  /** The fields that cannot be as they stand. */
  wrong: readonly string[]
  isLocked: boolean
  onChange: (values: OfferValues) => void
}): ReactNode {
  const texts = usePlaceTexts(table)
  const { words } = texts
  const wrongOf = (field: string): string =>
    field.includes('.') ? words('wrong.words') : named(texts, `wrong.${field}`, words('wrong.any'))
  const of = (field: string) => ({
    value: values[field] ?? '',
    disabled: isLocked,
    error: wrong.includes(field) ? wrongOf(field) : undefined,
  })
  const text = (field: string, rest: object = {}): ReactNode => {
    const hint = hints[field]
    return (
      <TextField
        key={field}
        label={named(texts, `field.${field}`, field)}
        autoComplete="off"
        {...of(field)}
        hint={hint && words(hint)}
        {...rest}
        onChange={(event) => onChange({ [field]: event.target.value })}
      />
    )
  }
  const isPercent = values['by'] !== 'fixed'
  const number = { inputMode: 'decimal' } as const
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label={words('field.kind')}
          value={values['kind'] ?? 'limit'}
          options={(['limit', 'day', 'week'] as const).map((value) => ({ value, label: words(`player.${value}`) }))}
          onChoose={(kind) => onChange({ kind })}
        />
        <SelectField
          label={words('field.by')}
          value={isPercent ? 'percent' : 'fixed'}
          options={(['percent', 'fixed'] as const).map((value) => ({ value, label: words(`by.${value}`) }))}
          onChoose={(by) => onChange({ by })}
        />
        {isPercent ? [text('percent', number), text('cap', number)] : text('fixed', number)}
        {numbers.map((field) => text(field, number))}
        {source === 'promotion' ? text('seats', number) : null}
        {text('monthlyBudget', number)}
      </div>
      <div className={styles.times}>{times.map((field) => text(field, { type: 'datetime-local' }))}</div>
      <h4 className={styles.said}>{words('bonuses.said')}</h4>
      {languages.map((language) => (
        <TextField
          key={language}
          label={words('field.names', { language: languageNames[language] })}
          autoComplete="off"
          lang={language}
          maxLength={200}
          {...of(`names.${language}`)}
          onChange={(event) => onChange({ [`names.${language}`]: event.target.value })}
        />
      ))}
      {(['descriptions', 'html'] as const).flatMap((group) => [
        ...(group === 'html' ? [text('image')] : []),
        ...(group === 'html' && (values['image'] ?? '').trim() === ''
          ? []
          : languages.map((language) => (
              <TextArea
                key={`${group}.${language}`}
                label={words(`field.${group}`, { language: languageNames[language] })}
                rows={2}
                lang={language}
                maxLength={group === 'html' ? 5_000 : 2_000}
                {...of(`${group}.${language}`)}
                onChange={(event) => onChange({ [`${group}.${language}`]: event.target.value })}
              />
            ))),
      ])}
    </>
  )
}
