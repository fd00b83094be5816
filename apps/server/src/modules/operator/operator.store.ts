import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

/** A bank as members choose it. */
export interface Bank {
  code: string
  nameTH: string
  nameEN: string
  nameLO: string
}

/** Where members pay in: a bank account of the operator. */
export interface DepositBank {
  bankCode: string
  /** `AUTO` shows the account, `QR` makes QR codes. */
  mode: string
  /** `PAYMENT` with bank code WW is the second QR provider. */
  bankType: string
  bank: { nameTH: string; nameEN: string; nameLO: string }
  bankAccountName: string
  bankAccountNo: string
  currency: 'BAHT' | 'LAK'
}

/** Where members pay in: a prepaid wallet of the operator. */
export interface DepositWallet {
  walletAccountName: string
  mode: string
  walletAccountNo?: string
}

export interface DepositAccounts {
  banks: DepositBank[]
  wallets: DepositWallet[]
}

/** A game provider as the operator offers it. */
export interface GameSetting {
  code: string
  names: Record<Language, string>
  category: 'slot' | 'sport' | 'casino'
  /** ftWalletSlot × 10,000, a whole number (rulings 1.5). */
  factorTenThousandths: number
  logo: string
  background: string
  /** Absolute, or relative to the outside world's own address; null where there is none. */
  web: string | null
  android: string | null
  ios: string | null
  sort: number
}

export type TextKind = 'condition' | 'agreement' | 'notice' | 'contact' | 'withdraw' | 'slip'

const bankColumns = 'code, name_th as "nameTH", name_en as "nameEN", name_lo as "nameLO"'

export function readSettingRows(sql: Sql): Promise<{ key: string; value: unknown }[]> {
  return sql.query('select key, value from operator_setting')
}

/** A setting as it stands and since when; null where the default holds. */
export async function readSettingRow(sql: Sql, key: string): Promise<{ value: unknown; changedAt: Date } | null> {
  const [row] = await sql.query<{ value: unknown; changedAt: Date }>(
    'select value, updated_at as "changedAt" from operator_setting where key = $1',
    [key],
  )
  return row ?? null
}

export async function writeSetting(sql: Sql, key: string, value: unknown, now: Date): Promise<void> {
  await sql.query(
    `insert into operator_setting (key, value, updated_at) values ($1, $2::text::jsonb, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(value), now],
  )
}

/** The banks that can hold a member's account, in the operator's order. */
export function readBanks(sql: Sql): Promise<Bank[]> {
  return sql.query(`select ${bankColumns} from bank where holds_accounts order by sort, code`)
}

/** Any bank by its code, also one that only stands for a way of paying in. */
export async function readBank(sql: Sql, code: string): Promise<(Bank & { holdsAccounts: boolean }) | null> {
  const rows = await sql.query<Bank & { holdsAccounts: boolean }>(
    `select ${bankColumns}, holds_accounts as "holdsAccounts" from bank where code = $1`,
    [code],
  )
  return rows[0] ?? null
}

export function readSources(sql: Sql, language: Language): Promise<{ code: string; description: string }[]> {
  return sql.query(
    `select code,
       case $1::text when 'lo' then description_lo when 'en' then description_en else description_th end as description
     from member_source order by sort, code`,
    [language],
  )
}

interface DepositAccountRow {
  kind: 'bank' | 'wallet'
  bankCode: string
  mode: string
  bankType: string
  nameTH: string
  nameEN: string
  nameLO: string
  accountName: string
  accountNo: string | null
  currency: 'BAHT' | 'LAK'
}

export async function readDepositAccounts(sql: Sql): Promise<DepositAccounts> {
  const rows = await sql.query<DepositAccountRow>(
    `select account.kind, account.bank_code as "bankCode", account.mode, account.bank_type as "bankType",
       bank.name_th as "nameTH", bank.name_en as "nameEN", bank.name_lo as "nameLO",
       account.account_name as "accountName",
       account.account_no as "accountNo", account.currency
     from deposit_account account left join bank on bank.code = account.bank_code
     order by account.sort, account.id`,
  )
  const accounts: DepositAccounts = { banks: [], wallets: [] }
  for (const row of rows) {
    if (row.kind === 'wallet') {
      const number = row.accountNo === null ? {} : { walletAccountNo: row.accountNo }
      accounts.wallets.push({ walletAccountName: row.accountName, mode: row.mode, ...number })
      continue
    }
    accounts.banks.push({
      bankCode: row.bankCode,
      mode: row.mode,
      bankType: row.bankType,
      bank: { nameTH: row.nameTH, nameEN: row.nameEN, nameLO: row.nameLO },
      bankAccountName: row.accountName,
      bankAccountNo: row.accountNo ?? '',
      currency: row.currency,
    })
  }
  return accounts
}

export function readGames(sql: Sql): Promise<GameSetting[]> {
  return sql.query(
    `select code, json_build_object('th', name_th, 'lo', name_lo, 'en', name_en) as names, category,
       factor_ten_thousandths as "factorTenThousandths", logo, background, web, android, ios, sort
     from game_setting order by sort, code`,
  )
}

/** All texts of a kind: per language, in order. */
export async function readTexts(sql: Sql, kind: TextKind): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ language: string; html: string }>(
    'select language, html from operator_text where kind = $1 order by language, position',
    [kind],
  )
  const texts = new Map<string, string[]>()
  for (const { language, html } of rows) texts.set(language, [...(texts.get(language) ?? []), html])
  return texts
}
