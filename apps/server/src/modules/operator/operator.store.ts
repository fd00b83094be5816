import { isDeepStrictEqual } from 'node:util'
import { putRow } from '../../platform/database/put-row.ts'
import { lockName } from '../../platform/database/lock-name.ts'
import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import type { NamedBank } from './bank-names.ts'

/** A bank as members choose it. */
export interface Bank {
  code: string
  nameTH: string
  nameEN: string
  nameLO: string
  currency: 'BAHT' | 'LAK'
  /** Whether it takes account names in letters A to Z alone. */
  latinNamesOnly: boolean
}

/** Any bank, also one that only stands for a way of paying in or is offered no more. */
export interface KnownBank extends Bank, NamedBank {
  /** Whether a member can have his account there. */
  holdsAccounts: boolean
  isOffered: boolean
  /** The bank in a LAO QR. */
  qrInstitution: string | null
}

/** Where members pay in: a bank account of the operator. */
export interface DepositBank {
  bankCode: string
  /** `AUTO` shows the account, `QR` makes QR codes. */
  mode: string
  /** `PAYMENT` is a gateway, whose accounts lie at other banks. */
  bankType: string
  bank: { nameTH: string; nameEN: string; nameLO: string }
  bankAccountName: string
  bankAccountNo: string
  currency: 'BAHT' | 'LAK'
  /** What a QR on it is made for at the least, and the amounts that are offered; null where none is made. */
  qr: { minimumMinor: number; presetsMinor: number[]; collector?: string } | null
}

/** Where members pay in: a prepaid wallet of the operator. */
interface DepositWallet {
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
  /** What the call carries that makes the link into the game; null where the game has a page of its own. */
  autoLogin: 'username' | 'username-and-password' | null
  /** How its provider is reached, without the key; null where none was said. */
  provider: unknown
  /** Money comes out of a game that is offered no more, and none goes in. */
  isOffered: boolean
  /** Being mended: money comes out of it, and none goes in, until the operator says otherwise. */
  maintenance: boolean
  sort: number
}

export const textKinds = [
  'condition',
  'agreement',
  'notice',
  'contact',
  'withdraw',
  'slip',
  'help',
  'howtoWallet',
  'howtoGame',
  'howtoBalance',
  'howtoBonusReceive',
  'howtoBonusEnd',
] as const
export type TextKind = (typeof textKinds)[number]

const bankColumns = `code, name_th as "nameTH", name_en as "nameEN", name_lo as "nameLO", currency,
  latin_names_only as "latinNamesOnly", digits, also_named as "alsoNamed", qr_institution as "qrInstitution",
  holds_accounts as "holdsAccounts", is_offered as "isOffered"`

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

/** Who changes settings does it one after the other, until his transaction ends: what is written down as before was so. */
export function lockSettings(tx: Sql): Promise<void> {
  return lockName(tx, 'settings')
}

/** A setting that is changed: what it was and is, and by whom. */
export interface SettingChange {
  key: string
  at: Date
  before: unknown
  after: unknown
  by: string
  proposedBy: string | null
  reason: string | null
}

/** Writes a setting; what changes stands in its history. */
export async function writeSetting(tx: Sql, { key, at, before, after, ...who }: SettingChange): Promise<void> {
  await tx.query(
    `insert into operator_setting (key, value, updated_at) values ($1, $2::text::jsonb, $3)
     on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
    [key, JSON.stringify(after), at],
  )
  if (isDeepStrictEqual(before, after)) return
  await tx.query(
    `insert into operator_setting_change (key, at, before, after, by, proposed_by, reason)
     values ($1, $2, $3::text::jsonb, $4::text::jsonb, $5, $6, $7)`,
    [key, at, JSON.stringify(before), JSON.stringify(after), who.by, who.proposedBy, who.reason],
  )
}

const changeColumns = 'key, at, before, after, by, proposed_by as "proposedBy", reason'

/** How a setting changed, the newest first. */
export function readSettingChanges(sql: Sql, key: string, limit: number): Promise<SettingChange[]> {
  return sql.query(
    `select ${changeColumns} from operator_setting_change where key = $1 order by number desc limit $2`,
    [key, limit],
  )
}

/** The last change of each setting that ever changed. */
export function readLastChanges(sql: Sql): Promise<SettingChange[]> {
  return sql.query(`select distinct on (key) ${changeColumns} from operator_setting_change order by key, number desc`)
}

/** Whether the operator has said anything of banks or games. */
export async function isFurnished(sql: Sql): Promise<boolean> {
  const rows = await sql.query('select from bank union all select from game_setting limit 1')
  return rows.length > 0
}

/** All banks, in the operator's order. */
export function readBanks(sql: Sql): Promise<KnownBank[]> {
  return sql.query(`select ${bankColumns} from bank order by sort, code`)
}

export function readSources(sql: Sql, language: Language): Promise<{ code: string; description: string }[]> {
  return sql.query(
    `select code,
       case $1::text when 'lo' then description_lo when 'en' then description_en else description_th end as description
     from member_source where is_offered order by sort, code`,
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
  qr: DepositBank['qr']
}

/** Where members pay in, in the operator's order; with `andBefore` also what is offered no more. */
export async function readDepositAccounts(sql: Sql, { andBefore = false } = {}): Promise<DepositAccounts> {
  const rows = await sql.query<DepositAccountRow>(
    `select account.kind, account.bank_code as "bankCode", account.mode, account.bank_type as "bankType",
       bank.name_th as "nameTH", bank.name_en as "nameEN", bank.name_lo as "nameLO",
       account.account_name as "accountName",
       account.account_no as "accountNo", account.currency, account.qr
     from deposit_account account left join bank on bank.code = account.bank_code
     where account.is_offered or $1 order by account.is_offered desc, account.sort, account.id`,
    [andBefore],
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
      qr: row.qr,
    })
  }
  return accounts
}

export function readGames(sql: Sql): Promise<GameSetting[]> {
  return sql.query(
    `select code, json_build_object('th', name_th, 'lo', name_lo, 'en', name_en) as names, category,
       factor_ten_thousandths as "factorTenThousandths", logo, background, web, android, ios,
       auto_login as "autoLogin", provider, is_offered as "isOffered", maintenance, sort
     from game_setting order by is_offered desc, sort, code`,
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

/** Every kind of text that there is, per language in order. */
export async function readAllTexts(sql: Sql): Promise<Partial<Record<TextKind, Record<Language, string[]>>>> {
  const rows = await sql.query<{ kind: TextKind; language: Language; html: string }>(
    'select kind, language, html from operator_text order by kind, language, position',
  )
  const texts: Partial<Record<TextKind, Record<Language, string[]>>> = {}
  for (const { kind, language, html } of rows) (texts[kind] ??= { th: [], lo: [], en: [] })[language].push(html)
  return texts
}

/** Puts these texts in place of all of their kind. */
export async function writeTexts(tx: Sql, kind: TextKind, texts: Record<Language, readonly string[]>): Promise<void> {
  await tx.query('delete from operator_text where kind = $1', [kind])
  for (const [language, list] of Object.entries(texts))
    for (const [position, html] of list.entries())
      await putRow(tx, 'operator_text', ['kind', 'language', 'position'], { kind, language, position, html })
}
