import type { DeskSetting, SettingValue } from '@krapao/contract'
import { DEED_REASON_MAX, SETTINGS_WRITERS } from '@krapao/contract'
import { languageNames } from '@krapao/web'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lacking } from '../../lib/checked.ts'
import { useIntentForm } from '../../lib/intent-form.ts'
import { endOf } from '../../lib/intent-end.ts'
import { useIntent } from '../../lib/intent.ts'
import { hashOf } from '../../lib/place.ts'
import { useHasRole } from '../../lib/session.ts'
import { IntentEnd } from '../../ui/intent-end.tsx'
import { Button } from '../../ui/button.tsx'
import { two } from '../../ui/drawings.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { boundsText, readTyped, typedOf, unitOf, useSettingTexts, valueText } from './setting-words.ts'
import { sendSetting } from './settings.api.ts'
import styles from './settings-page.module.css'

const isAlike = (one: SettingValue, other: SettingValue): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Changes one setting, or proposes it where that takes two. What was typed stays until it is done. */
export function SettingForm({ setting, isStale }: { setting: DeskSetting; isStale: boolean }): ReactNode {
  const texts = useSettingTexts()
  const { words } = texts
  const canChange = useHasRole(SETTINGS_WRITERS)
  const why = setting.fixed !== null ? words(`fixed.${setting.fixed}`) : canChange ? null : words('settings.readOnly')
  if (why !== null) {
    return (
      <Notice sign={<Glyph state="off" />} role="note">
        {why} {setting.fixed === 'RELEASE' ? <a href={hashOf({ page: 'release' })}>{texts.t('nav.release')}</a> : null}
      </Notice>
    )
  }
  if (setting.proposalId !== null) {
    return (
      <Notice tone="gold" sign={<Glyph state="held" />} role="note">
        {words('settings.waits')}{' '}
        <a href={hashOf({ page: 'proposals', proposalId: setting.proposalId })}>{words('settings.seeProposal')}</a>
      </Notice>
    )
  }
  return <SettingFields key={setting.name} setting={setting} isStale={isStale} />
}

function SettingFields({ setting, isStale }: { setting: DeskSetting; isStale: boolean }): ReactNode {
  const texts = useSettingTexts()
  const { t, words } = texts
  const client = useQueryClient()
  const takesTwo = setting.takes === 'two'
  const intent = useIntent(`setting ${setting.name}`, {
    send: sendSetting(setting.name),
    onDone: ({ outcome }) => {
      showToast('done', words(outcome === 'proposed' ? 'settings.proposed' : 'settings.done'))
      form.uncheck()
      void client.invalidateQueries({ queryKey: ['settings'] })
    },
  })
  const { values, isPending, isUnknown } = intent
  const typed = { ...typedOf(setting, setting.value), ...values }
  const wanted = readTyped(setting, typed)
  const isSame = wanted !== undefined && isAlike(wanted, setting.value)
  const reason = (values['reason'] ?? '').trim()
  const form = useIntentForm(intent, {
    value: wanted === undefined ? words('settings.wrong') : null,
    reason: isSame ? null : lacking(reason, t('form.fill')),
  })
  const send = (): void => {
    if (!isPending && !isStale && (!isSame || isUnknown)) form.send({ value: wanted, before: setting.value, reason })
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <ValueFields
        setting={setting}
        typed={typed}
        isLocked={form.isLocked}
        error={wanted === undefined ? words('settings.wrong') : undefined}
        onChange={(next) => intent.change(next)}
      />
      <TextArea label={words('settings.reason')} rows={3} maxLength={DEED_REASON_MAX} {...form.field('reason')} />
      <div className={styles.buttons}>
        <Button
          kind="gold"
          type="submit"
          drawing={takesTwo ? two : undefined}
          keys="Ctrl Enter"
          disabled={isStale || (isSame && !isUnknown)}
          {...form.button(words(takesTwo ? 'settings.propose' : 'settings.save'))}
        />
        {isAlike(setting.preset, setting.value) ? null : (
          <Button kind="quiet" disabled={form.isLocked} onClick={() => intent.change(typedOf(setting, setting.preset))}>
            {words('settings.usePreset')}
          </Button>
        )}
      </div>
      <p className="quiet">{words(takesTwo ? 'settings.two' : 'settings.one')}</p>
      <IntentEnd end={endOf(intent, texts, ({ code }) => (code === 'MOVED_ON' ? words('settings.moved') : null))} />
    </form>
  )
}

/** The fields that a value is typed in, by its form. */
function ValueFields({
  setting,
  typed,
  isLocked,
  error,
  onChange,
}: {
  setting: DeskSetting
  typed: Readonly<Record<string, string | undefined>>
  isLocked: boolean
  error: string | undefined
  onChange: (typed: Readonly<Record<string, string>>) => void
}): ReactNode {
  const texts = useSettingTexts()
  const { t, words } = texts
  const { form } = setting
  const label = words('settings.newValue')
  const unit = unitOf(texts, setting, setting.preset ?? setting.choices[0] ?? null)
  const labelled = unit === '' ? label : `${label} (${unit})`
  const value = typed['value'] ?? ''
  if (form === 'names') {
    return (['th', 'lo', 'en'] as const).map((language) => (
      <TextField
        key={language}
        label={`${label} · ${languageNames[language]}`}
        lang={language}
        maxLength={200}
        value={typed[language] ?? ''}
        disabled={isLocked}
        error={lacking(typed[language] ?? '', t('form.fill')) ?? undefined}
        onChange={(event) => onChange({ [language]: event.target.value })}
      />
    ))
  }
  if (form === 'switch' || form === 'choice') {
    const choices: readonly (boolean | number | string | null)[] =
      form === 'switch' ? [true, false] : [...setting.choices, ...(setting.mayBeNone ? [null] : [])]
    const options = choices.map((choice) => ({
      value: choice === null ? '' : String(choice),
      label: [valueText(texts, setting, choice), unitOf(texts, setting, choice)].join(' ').trim(),
    }))
    return (
      <SelectField
        label={label}
        value={value}
        options={options}
        disabled={isLocked}
        onChoose={(chosen) => onChange({ value: chosen })}
      />
    )
  }
  const hint = [boundsText(texts, setting), setting.mayBeNone ? words('settings.mayBeNone') : '']
    .filter((one) => one !== undefined && one !== '')
    .join(' · ')
  const told = { hint: hint === '' ? undefined : hint, error }
  if (form === 'hosts') {
    return (
      <TextArea
        label={label}
        rows={4}
        value={value}
        disabled={isLocked}
        {...told}
        onChange={(event) => onChange({ value: event.target.value })}
      />
    )
  }
  return (
    <TextField
      label={labelled}
      inputMode={form === 'amount' ? 'decimal' : form === 'whole' ? 'numeric' : 'text'}
      autoComplete="off"
      maxLength={500}
      value={value}
      disabled={isLocked}
      {...told}
      onChange={(event) => onChange({ value: event.target.value })}
    />
  )
}
