import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

export function readSources(sql: Sql, language: Language): Promise<{ code: string; description: string }[]> {
  return sql.query(
    `select code,
       case $1::text when 'lo' then description_lo when 'en' then description_en else description_th end as description
     from member_source where is_offered order by sort, code`,
    [language],
  )
}
