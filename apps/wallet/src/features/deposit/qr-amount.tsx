import { formatLimit } from '@krapao/money'
import { alert, clock } from '@krapao/web'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { withReference } from '../../lib/open-end-lines.ts'
import type { Texts } from '../../lib/texts/texts.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField, AmountPresets } from '../../ui/amount-field.tsx'
import { Button } from '../../ui/button.tsx'
import { shield } from '../../ui/drawings.tsx'
import { Note } from '../../ui/note.tsx'
import { minorOfTyped } from '../../ui/typed-amount.ts'
import { Actions } from './actions.tsx'
import styles from './deposit-sheet.module.css'
import { canCreate, type QrTerms } from './deposit.rules.ts'
import type { CreateProblem, QrCreation } from './use-create-qr.ts'
import type { QrEnd } from './use-qr-watch.ts'

/** How much is to be deposited by a QR of a provider, and what became of the last one. */
export function QrAmount({
  terms,
  typed,
  end,
  creation,
  onType,
  onCreate,
}: {
  terms: QrTerms
  typed: string
  end: QrEnd | undefined
  creation: QrCreation
  onType: (text: string) => void
  onCreate: (amountMinor: number) => void
}): ReactNode {
  const texts = useTexts()
  const { t } = texts
  const id = useId()
  const { isCreating, problem } = creation
  const amountMinor = minorOfTyped(typed)
  const isGood = canCreate(terms, amountMinor)
  const problemText = problem && sayProblem(texts, problem)
  const minimum = formatLimit(terms.minimumMinor)
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood && !isCreating) onCreate(amountMinor)
      }}
    >
      {end === undefined ? null : (
        <Note drawing={clock} role="status">
          {t(`qr.${end}`)}
        </Note>
      )}
      <AmountField
        label={t('common.amount')}
        hint={t('qr.minimum', { amount: minimum })}
        error={problem?.kind === 'amount' ? problemText : undefined}
        placeholder={t('common.amountPlaceholder')}
        text={typed}
        isDisabled={isCreating}
        onChange={onType}
      />
      <AmountPresets
        groupLabel={t('qr.presets')}
        labelOf={(amount) => t('aria.preset', { amount })}
        amountsMinor={terms.presetsMinor}
        chosenMinor={amountMinor}
        isDisabled={isCreating}
        onChoose={onType}
      />
      <Note drawing={clock}>
        <ul>
          <li>{t('deposit.credited')}</li>
          <li>{t('deposit.qrOnce')}</li>
        </ul>
      </Note>
      <Actions>
        {problem === undefined || problem.kind === 'amount' ? null : (
          <Note
            {...(problem.kind === 'limit' ? { tone: 'wait', drawing: shield } : { tone: 'out', drawing: alert })}
            role="alert"
          >
            {problemText}
          </Note>
        )}
        <Button
          kind="gold"
          type="submit"
          form={id}
          disabled={!isGood}
          busyLabel={isCreating ? t('qr.creating') : undefined}
        >
          {t('qr.create')}
          {isGood ? <Amount amountMinor={amountMinor} bahtLabel={t('currency.baht')} /> : null}
        </Button>
      </Actions>
    </form>
  )
}

/** An amount that does not do, or passes a limit of his own, is the member's to change; all else support may be asked about. */
function sayProblem(texts: Texts, { kind, open }: CreateProblem): string {
  if (kind === 'amount' || kind === 'limit') return errorText(texts, open.error)
  return withReference(texts, kind === 'unknown' ? texts.t('qr.unknown') : errorText(texts, open.error), open)
}
