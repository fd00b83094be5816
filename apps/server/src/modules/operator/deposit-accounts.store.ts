import type { Sql } from '../../platform/database/types.ts'

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
