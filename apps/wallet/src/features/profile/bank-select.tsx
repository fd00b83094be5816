import type { ComponentProps, ReactNode } from 'react'
import { errorText } from '../../lib/api/api-error.ts'
import { bankName, inReadersOrder } from '../../lib/bank-name.ts'
import { useTexts } from '../../lib/texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { bank as bankDrawing } from '../../ui/drawings.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import type { MemberProfile } from './profile.api.ts'
import { useBanks } from './profile.api.ts'

type Rest = Omit<ComponentProps<typeof SelectField>, 'label' | 'choices' | 'drawing' | 'placeholder'>

/** The banks to choose from; until they came, and where they do not come, the present one alone. */
export function BankSelect({ present, error, ...select }: Rest & { present: MemberProfile['bankAccount'] }): ReactNode {
  const texts = useTexts()
  const { language, t } = texts
  const { data, error: failure, refetch } = useBanks()
  const choices = inReadersOrder(data ?? [], language).map((bank) => ({
    value: bank.code,
    label: bankName(bank, language),
  }))
  const isListed = choices.some((choice) => choice.value === present.bankCode)
  const kept = { value: present.bankCode, label: bankName(present.bank, language) }
  const hasFailed = data === undefined && failure !== null
  return (
    <>
      <SelectField
        {...select}
        label={t('field.bank')}
        error={hasFailed ? `${t('profile.banksError')} ${errorText(texts, failure)}` : error}
        drawing={bankDrawing}
        choices={isListed ? choices : [kept, ...choices]}
      />
      {hasFailed ? (
        <Button kind="quiet" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      ) : null}
    </>
  )
}
