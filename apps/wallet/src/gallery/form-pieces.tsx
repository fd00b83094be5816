import { close, Icon, lock, refresh } from '@krapao/web'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTexts } from '../lib/texts/texts.ts'
import { AmountField, AmountPresets } from '../ui/amount-field.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { phone } from '../ui/drawings-first.tsx'
import { bank, share } from '../ui/drawings.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'
import { Segments } from '../ui/segments.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { minorOfTyped } from '../ui/typed-amount.ts'
import styles from './gallery.module.css'
import { Piece } from './piece.tsx'

export function Buttons(): ReactNode {
  const { t } = useTexts()
  return (
    <Piece name="Button">
      <Button kind="gold">{t('common.continue')}</Button>
      <Button kind="gold" disabled>
        {t('common.continue')}
      </Button>
      <Button kind="gold" busyLabel={t('common.sending')}>
        {t('common.send')}
      </Button>
      <Button kind="tonal">{t('common.edit')}</Button>
      <Button kind="tonal" disabled>
        {t('common.edit')}
      </Button>
      <Button kind="tonal" busyLabel={t('common.saving')}>
        {t('common.save')}
      </Button>
      <Button kind="line">
        <Icon drawing={share} />
        {t('common.share')}
      </Button>
      <Button kind="quiet">{t('common.cancel')}</Button>
      <Button kind="danger">{t('qr.cancel')}</Button>
      <div className={styles.row}>
        <IconButton label={t('common.refresh')}>
          <Icon drawing={refresh} />
        </IconButton>
        <IconButton label={t('common.close')} isFilled>
          <Icon drawing={close} />
        </IconButton>
        <IconButton label={t('common.share')} disabled>
          <Icon drawing={share} />
        </IconButton>
      </div>
    </Piece>
  )
}

export function Fields(): ReactNode {
  const { t } = useTexts()
  const reveal = { showLabel: t('aria.showPassword'), hideLabel: t('aria.hidePassword') }
  return (
    <Piece name="Field">
      <TextField label={t('field.phone')} drawing={phone} inputMode="tel" placeholder="0812345678" />
      <TextField label={t('field.accountName')} hint={t('register.bank.nameHint')} />
      <TextField label={t('field.username')} error={t('common.fieldRequired')} />
      <TextField label={t('field.accountNumber')} defaultValue="123-4-56789-0" readOnly />
      <TextField label={t('field.profileName')} defaultValue="Krapao" disabled />
      <PasswordField label={t('field.password')} drawing={lock} autoComplete="off" defaultValue="secret" {...reveal} />
    </Piece>
  )
}

export function AmountFields(): ReactNode {
  const { t } = useTexts()
  const [text, setText] = useState('500')
  const minimum = t('qr.minimum', { amount: '20.00' })
  return (
    <Piece name="Amount field">
      <AmountField
        label={t('common.amount')}
        hint={minimum}
        placeholder={t('common.amountPlaceholder')}
        text={text}
        onChange={setText}
      />
      <AmountPresets
        groupLabel={t('qr.presets')}
        labelOf={(amount) => t('aria.preset', { amount })}
        amountsMinor={[100_00, 300_00, 500_00, 1_000_00, 3_000_00, 5_000_00]}
        chosenMinor={minorOfTyped(text)}
        onChoose={setText}
      />
      <AmountField label={t('common.amount')} error={minimum} text="5" onChange={() => undefined} />
      <AmountField label={t('common.amount')} text="1500.50" isDisabled onChange={() => undefined} />
    </Piece>
  )
}

export function Selects(): ReactNode {
  const { t } = useTexts()
  const choices = ['KBANK', 'SCB', 'BCEL'].map((value) => ({ value, label: value }))
  const placeholder = t('register.bank.bankPlaceholder')
  return (
    <Piece name="Select">
      <SelectField label={t('field.bank')} drawing={bank} placeholder={placeholder} choices={choices} />
      <SelectField
        label={t('field.bank')}
        error={t('common.fieldRequired')}
        placeholder={placeholder}
        choices={choices}
      />
      <SelectField label={t('field.bank')} choices={choices} defaultValue="SCB" disabled />
    </Piece>
  )
}

export function Checkboxes(): ReactNode {
  const { t } = useTexts()
  return (
    <Piece name="Checkbox">
      <Checkbox label={t('login.remember')} />
      <Checkbox label={t('login.remember')} defaultChecked />
      <Checkbox label={t('login.remember')} defaultChecked disabled />
    </Piece>
  )
}

export function SegmentRows(): ReactNode {
  const { t } = useTexts()
  const [way, setWay] = useState('qr')
  return (
    <Piece name="Segmented control">
      <Segments
        label={t('deposit.choose')}
        choices={[
          { value: 'qr', label: t('deposit.method.qr') },
          { value: 'bank', label: t('deposit.method.bank') },
          { value: 'wallet', label: t('deposit.method.wallet') },
        ]}
        value={way}
        onChoose={setWay}
      />
    </Piece>
  )
}
