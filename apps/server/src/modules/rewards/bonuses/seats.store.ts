import type { Sql } from '../../../platform/database/types.ts'

/** Takes one of so many seats; false when all are taken. The row stays locked until the transaction ends. */
export async function takeSeat(tx: Sql, code: string, seats: number): Promise<boolean> {
  const rows = await tx.query(
    `insert into promotion_seat as seat (code, taken) values ($1, 1)
     on conflict (code) do update set taken = seat.taken + 1 where seat.taken < $2 returning taken`,
    [code, seats],
  )
  return rows.length > 0
}

export async function giveSeatBack(tx: Sql, code: string): Promise<void> {
  await tx.query('update promotion_seat set taken = taken - 1 where code = $1 and taken > 0', [code])
}
