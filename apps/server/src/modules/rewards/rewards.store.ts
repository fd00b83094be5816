import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

/** A bonus of the operator, its words in one language. */
export interface BonusRow {
  code: string
  name: string
  kind: 'limit' | 'day' | 'week'
  maxReceived: number
  percentFail: number
  banners: { image: string; html: string }[]
}

/** All bonuses in the operator's order. */
export function readBonuses(sql: Sql, language: Language): Promise<BonusRow[]> {
  return sql.query<BonusRow>(
    `select code, case $1 when 'th' then name_th when 'lo' then name_lo else name_en end as name, kind,
       max_received as "maxReceived", percent_fail as "percentFail",
       (select coalesce(json_agg(json_build_object('image', banner ->> 'image', 'html', banner -> 'html' ->> $1)
          order by place), '[]')
        from jsonb_array_elements(banners) with ordinality as listed (banner, place)) as banners
     from bonus order by sort, code`,
    [language],
  )
}
