import { gathered } from './gathered.ts'
import type { LogPlace } from './standbys.ts'

/** A place in words that Lua compares as texts. */
const sortable = (place: LogPlace): string =>
  place
    .split('/')
    .map((part) => part.padStart(8, '0'))
    .join('/')
/** Behind every place: who cannot tell how far he wrote is read at the primary for a while. */
export const FAR = 'FFFFFFFF/FFFFFFFF'

/** Where the log is written at stands behind the head of a new page, to which a standby comes with the next record alone. */
const PLACE = `
  select (place - case when over in (24, 40) then over else 0 end)::text as place
  from (select place, (place - '0/0') % current_setting('wal_block_size')::integer as over
    from pg_current_wal_insert_lsn() as place) as known`

/** How far the log of the primary is: no earlier than at the question. Callers of the same moment ask together. */
export const placeNow = gathered(async (sql, items: readonly null[]) => {
  const [row] = await sql.query<{ place: LogPlace }>(PLACE)
  return items.map(() => sortable(row?.place ?? FAR))
})
