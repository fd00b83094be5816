import { formatAmount, fromWireAmount } from '@krapao/money'
import { clock, Icon } from '@krapao/web'
import type { ReactNode } from 'react'
import { formatMinute } from '../../lib/formats.ts'
import { useProtection } from '../../lib/protection.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { useHome } from '../../lib/wallet.ts'
import { AmountField, AmountPresets } from '../../ui/amount-field.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { swap } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { SheetContent } from '../../ui/sheet.tsx'
import { minorOfTyped, typedOfMinor } from '../../ui/typed-amount.ts'
import { SidePicture } from './order-parties.tsx'
import styles from './transfer-sheet.module.css'
import type { Side } from './transfer.rules.ts'
import { mostMinor, WALLET } from './transfer.rules.ts'

const PRESETS_MINOR = [100_00, 500_00, 1_000_00]

/** What was chosen and typed. */
export interface FormValues {
  readonly from: string
  readonly to: string
  readonly amount: string
}

/** What is wrong, and with which field. */
export interface FormFault {
  readonly field: 'from' | 'to' | 'amount'
  readonly text: string
}

/** The first step: from where, to where, how much. What is wrong is said when it is sent on, not while it is typed. */
export function transferForm(t: Texts['t'], form: FormTerms): SheetContent {
  return {
    title: t('transfer.title'),
    footer: (
      <Button kind="gold" type="submit" form="transfer-form">
        {t('common.continue')}
      </Button>
    ),
    children: <TransferFields {...form} />,
  }
}

interface FormTerms {
  readonly sides: readonly Side[]
  readonly values: FormValues
  readonly fault: FormFault | undefined
  readonly onChange: (values: FormValues) => void
  readonly onContinue: () => void
}

function TransferFields({ sides, values, fault, onChange, onContinue }: FormTerms): ReactNode {
  const { t } = useTexts()
  const from = sides.find((side) => side.code === values.from)
  const to = sides.find((side) => side.code === values.to)
  const choices = sides.map((side) => ({
    value: side.code,
    label: `${side.name} (${formatAmount(side.amountMinor)})`,
  }))
  const most = from === undefined ? 0 : mostMinor(from, to ?? from)
  const errorOf = (field: FormFault['field']): string | undefined => (fault?.field === field ? fault.text : undefined)
  return (
    <form
      id="transfer-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onContinue()
      }}
    >
      <div className={styles.sides}>
        <SelectField
          label={t('transfer.from')}
          error={errorOf('from')}
          picture={from === undefined ? undefined : <SidePicture side={from} sizePx={28} />}
          shown={from === undefined ? undefined : [from.name, formatAmount(from.amountMinor)]}
          placeholder={t('transfer.choose')}
          choices={choices}
          value={values.from}
          onChange={(event) => onChange({ ...values, from: event.target.value })}
        />
        <div className={styles.swap}>
          <IconButton
            label={t('transfer.swap')}
            onClick={() => onChange({ ...values, from: values.to, to: values.from })}
          >
            <Icon drawing={swap} />
          </IconButton>
        </div>
        <SelectField
          label={t('transfer.to')}
          error={errorOf('to')}
          picture={to === undefined ? undefined : <SidePicture side={to} sizePx={28} />}
          shown={to === undefined ? undefined : [to.name, formatAmount(to.amountMinor)]}
          placeholder={t('transfer.choose')}
          choices={choices}
          value={values.to}
          onChange={(event) => onChange({ ...values, to: event.target.value })}
        />
      </div>
      {values.to === '' || values.to === WALLET ? null : <LossNote />}
      <AmountField
        label={t('common.amount')}
        error={errorOf('amount')}
        hint={
          from === undefined
            ? undefined
            : t(from.isStale ? 'home.stale' : 'transfer.available', { amount: formatAmount(from.amountMinor) })
        }
        placeholder="0"
        text={values.amount}
        onChange={(amount) => onChange({ ...values, amount })}
      />
      <div className={styles.quick}>
        <AmountPresets
          groupLabel={t('transfer.presets')}
          labelOf={(amount) => t('aria.preset', { amount })}
          amountsMinor={PRESETS_MINOR}
          chosenMinor={minorOfTyped(values.amount)}
          {...(from === undefined || from.isStale ? {} : { mostMinor: most })}
          onChoose={(amount) => onChange({ ...values, amount })}
        />
        <Button kind="tonal" disabled={most === 0} onClick={() => onChange({ ...values, amount: typedOfMinor(most) })}>
          {t('transfer.all')}
        </Button>
      </div>
    </form>
  )
}

/** Where money goes into a game: that a limit of losses is near or reached, and when results are known (beyond 3.2). */
function LossNote(): ReactNode {
  const { t } = useTexts()
  const { data } = useProtection(useHome().data?.protection?.hasLimits === true)
  const [least] = (data?.limits ?? [])
    .filter(({ kind, level }) => kind === 'loss' && level !== 'open')
    .toSorted((one, other) => one.remaining - other.remaining)
  if (least === undefined) return null
  const period = t(`limitReached.period.${least.period}`)
  return (
    <Note tone="wait" drawing={clock} role="status">
      {least.level === 'reached'
        ? t('limitReached.loss', { period, time: formatMinute(least.resetsAt) })
        : t('limitReached.lossNear', { period, remaining: formatAmount(fromWireAmount(least.remaining)) })}
    </Note>
  )
}
