import type { Sql } from '../../../platform/database/types.ts'

/** Under which names a bank knows a movement, its own reference first, and the account at the other end. */
export interface NamedAtBank {
  references: string[]
  account: string | null
}

/** An entry of an account of the house at a bank. */
interface BankEntry {
  transfer: string
  reference: string
  code: string
  amountMinor: number
}

/** What a bank calls the movements of these entries, by their transfers. */
export async function namesAtBank(sql: Sql, entries: readonly BankEntry[]): Promise<Map<string, NamedAtBank>> {
  const of = (test: (code: string) => boolean) => entries.filter(({ code }) => test(code))
  const [deposits, payouts, suspended] = [
    of((code) => code.startsWith('deposit')).map(({ transfer }) => transfer),
    of((code) => code.startsWith('withdrawal')).map(({ reference }) => reference),
    of((code) => code === 'suspense').map(({ reference }) => reference),
  ]
  const rows = await sql.query<{ key: string; transRef: string | null; account: string | null }>(
    `select deposit.id as key, deposit.trans_ref as "transRef", coalesce(
        (select paid.sender ->> 'accountNo' from bank_payment as paid
         where paid.sending_bank = deposit.sending_bank and paid.trans_ref = upper(deposit.trans_ref)),
        (select slip.transfer -> 'sender' ->> 'accountNo' from slip
         where slip.member_id = deposit.member_id and slip.deposit_id = deposit.id limit 1)) as account
     from deposit where id = any ($1::text[])
     union all
     select id, trans_ref, account_no from withdrawal where id = any ($2::text[])
     union all
     select reference || ' ' || amount_minor, trans_ref, sender ->> 'accountNo' from bank_payment
     where outcome = 'suspended' and reference = any ($3::text[])`,
    [deposits, payouts, suspended],
  )
  const known = Map.groupBy(rows, ({ key }) => key)
  return new Map(
    entries.flatMap(({ transfer, reference, code, amountMinor }) => {
      const key = code.startsWith('withdrawal')
        ? reference
        : code === 'suspense'
          ? `${reference} ${Math.abs(amountMinor)}`
          : transfer
      const [row, another] = known.get(key) ?? []
      // Two payments of one reference and one sum: which of them it is nobody can tell.
      if (row === undefined || another !== undefined) return []
      return [[transfer, { references: row.transRef === null ? [] : [row.transRef], account: row.account }] as const]
    }),
  )
}
