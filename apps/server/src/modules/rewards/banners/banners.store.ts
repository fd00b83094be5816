import { putRow } from '../../../platform/database/put-row.ts'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'

export type BannerPlace = 'invite' | 'refund'
type Banner = { image: string; html: Record<Language, string> }

/** The banners of a place, in the operator's order and a language, or in Thai. */
export const bannersIn = (sql: Sql, place: BannerPlace, language: Language) =>
  sql.query<{ image: string; html: string }>(
    `select image, coalesce(html ->> $2, html ->> 'th', '') as html from reward_banner where place = $1 order by sort`,
    [place, language],
  )

/** The banners of each place, as the operator wrote them. */
export async function readAllBanners(sql: Sql): Promise<Partial<Record<BannerPlace, Banner[]>>> {
  const rows = await sql.query<Banner & { place: BannerPlace }>(
    'select place, image, html from reward_banner order by place, sort',
  )
  const banners = rows.map(({ place, ...banner }) => ({ place, banner }))
  const of = (wanted: string) => banners.flatMap(({ place, banner }) => (place === wanted ? [banner] : []))
  return Object.fromEntries([...new Set(rows.map(({ place }) => place))].map((place) => [place, of(place)]))
}

/** Puts these banners in place of all that are shown there. */
export async function replaceBanners(tx: Sql, place: BannerPlace, banners: readonly Banner[]): Promise<void> {
  await tx.query('delete from reward_banner where place = $1', [place])
  for (const [sort, { image, html }] of banners.entries())
    await putRow(tx, 'reward_banner', ['place', 'sort'], { place, sort, image, html })
}
