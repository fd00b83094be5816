import { type ContentAccount, isBlank } from '@krapao/contract'
import { toWireAmount } from '@krapao/money'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { typedMinorFromZero } from '../../lib/typed-amount.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { changedAt } from './content-documents.ts'
import { type ContentTexts, type FormProps, useContentTexts } from './content-words.ts'
import { RowList } from './row-list.tsx'
import styles from './content-page.module.css'

const blank: ContentAccount = {
  id: '',
  kind: 'bank',
  bankCode: '',
  mode: 'AUTO',
  bankType: 'SAVING',
  accountName: '',
  accountNo: '',
  currency: 'BAHT',
}
const ofWallet: ContentAccount = {
  id: '',
  kind: 'wallet',
  mode: 'AUTO',
  accountName: '',
  accountNo: '',
  currency: 'BAHT',
}

type Field = 'id' | 'bankCode' | 'accountName' | 'accountNo'
const modes = { bank: ['AUTO', 'QR'], wallet: ['AUTO', 'LINK'] } as const

/** Amounts in satang as they are typed in baht, apart by commas; of what could not be read nothing. */
const typedOf = (amounts: readonly number[]): string => amounts.filter(Number.isInteger).map(toWireAmount).join(', ')
/** What cannot be read is sent as nothing, and refused by its place. */
const minorOf = (typed: string): number => typedMinorFromZero(typed) ?? Number.NaN

/** Where players pay in. */
export function AccountsForm({ document, wrong, onChange }: FormProps<readonly ContentAccount[]>): ReactNode {
  const texts = useContentTexts()
  const { words } = texts
  return (
    <RowList
      rows={document}
      nameOf={({ accountName, accountNo, bankCode, id }, index) =>
        [bankCode, accountNo ?? id].filter(Boolean).join(' ') || accountName || words('account.n', { n: index + 1 })
      }
      addLabel={words('account.add')}
      blank={blank}
      onChange={onChange}
    >
      {(account, index) => (
        <AccountFields
          account={account}
          texts={texts}
          wrong={(field) => wrong(`${index}.${field}`)}
          onChange={(next) => onChange(changedAt(document, index, next))}
        />
      )}
    </RowList>
  )
}

function AccountFields({
  account,
  texts: { words },
  wrong,
  onChange,
}: {
  account: ContentAccount
  texts: ContentTexts
  wrong: (field: string) => string | undefined
  onChange: (account: ContentAccount) => void
}): ReactNode {
  const isBank = account.kind === 'bank'
  const set = (part: Partial<ContentAccount>): void => onChange({ ...account, ...part })
  const text = (field: Field, hint?: string): ReactNode => (
    <TextField
      label={words(`account.${field}`)}
      autoComplete="off"
      maxLength={200}
      value={account[field] ?? ''}
      hint={hint}
      error={wrong(field)}
      onChange={(event) => set({ [field]: event.target.value === '' && !isBank ? null : event.target.value })}
    />
  )
  return (
    <div className={styles.fields}>
      <SelectField
        label={words('account.kind')}
        value={account.kind}
        options={(['bank', 'wallet'] as const).map((value) => ({ value, label: words(`account.kind.${value}`) }))}
        onChoose={(kind) =>
          onChange({ ...(kind === 'bank' ? blank : ofWallet), id: account.id, accountName: account.accountName })
        }
      />
      {text('id', words('account.idHint'))}
      {isBank ? text('bankCode') : null}
      {text('accountName')}
      {text('accountNo')}
      <SelectField
        label={words('account.mode')}
        value={account.mode}
        options={modes[account.kind].map((value) => ({ value, label: words(`account.mode.${value}`) }))}
        onChoose={(mode) => set({ mode })}
      />
      {isBank ? (
        <>
          <SelectField
            label={words('account.bankType')}
            value={account.bankType ?? 'SAVING'}
            options={(['SAVING', 'CURRENT', 'FIXED', 'PAYMENT'] as const).map((value) => ({
              value,
              label: words(`account.type.${value}`),
            }))}
            onChoose={(bankType) => set({ bankType })}
          />
          <SelectField
            label={words('account.currency')}
            value={account.currency}
            options={['BAHT', 'LAK'].map((value) => ({ value, label: value }))}
            onChoose={(currency) => set({ currency: currency === 'LAK' ? 'LAK' : 'BAHT' })}
          />
          <QrFields account={account} wrong={wrong} onChange={(qr) => set({ qr })} />
        </>
      ) : null}
    </div>
  )
}

/** What a QR on the account is made for at the least, and the amounts that are offered; empty where none is made. */
function QrFields({
  account: { qr = null },
  wrong,
  onChange,
}: {
  account: ContentAccount
  wrong: (field: string) => string | undefined
  onChange: (qr: NonNullable<ContentAccount['qr']> | null) => void
}): ReactNode {
  const { words } = useContentTexts()
  const [typed, setTyped] = useState({
    least: qr === null ? '' : typedOf([qr.minimumMinor]),
    presets: qr === null ? '' : typedOf(qr.presetsMinor),
    collector: qr?.collector ?? '',
  })
  const box = (name: keyof typeof typed, ...paths: string[]) => ({
    autoComplete: 'off',
    value: typed[name],
    error: paths.map((path) => wrong(path)).find((problem) => problem !== undefined),
    onChange: (event: { target: { value: string } }): void => {
      const said = { ...typed, [name]: event.target.value }
      setTyped(said)
      const collector = said.collector.trim()
      if (Object.values(said).every(isBlank)) return onChange(null)
      onChange({
        minimumMinor: minorOf(said.least),
        presetsMinor: isBlank(said.presets) ? [] : said.presets.split(/[\s,]+/).map(minorOf),
        ...(collector === '' ? {} : { collector }),
      })
    },
  })
  const presets = Array.from({ length: 12 }, (_, at) => `qr.presetsMinor.${at}`)
  return (
    <>
      <TextField
        label={words('account.qrLeast')}
        hint={words('account.qrHint')}
        inputMode="decimal"
        maxLength={12}
        {...box('least', 'qr', 'qr.minimumMinor')}
      />
      <TextField
        label={words('account.qrPresets')}
        hint={words('account.qrPresetsHint')}
        maxLength={160}
        {...box('presets', ...presets, 'qr.presetsMinor')}
      />
      <TextField label={words('account.qrCollector')} maxLength={16} {...box('collector', 'qr.collector')} />
    </>
  )
}
