import type { Sql } from '../../platform/database/types.ts'
import type { NamedBank } from './banks.rules.ts'

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

const bankColumns = `code, name_th as "nameTH", name_en as "nameEN", name_lo as "nameLO", currency,
  latin_names_only as "latinNamesOnly", digits, also_named as "alsoNamed", qr_institution as "qrInstitution",
  holds_accounts as "holdsAccounts", is_offered as "isOffered"`

/** All banks, in the operator's order. */
export function readBanks(sql: Sql): Promise<KnownBank[]> {
  return sql.query(`select ${bankColumns} from bank order by sort, code`)
}
