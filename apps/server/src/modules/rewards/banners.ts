import type { Banner } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { safeMarkup } from '../operator/index.ts'

/** The banners before the invite or the refund modal, in the operator's order and the reader's language, made safe. */
export async function readBanners(sql: Sql, place: 'invite' | 'refund', language: Language): Promise<Banner[]> {
  const banners = await sql.query<Banner>(
    `select image, coalesce(html ->> $2, html ->> 'th', '') as html from reward_banner where place = $1 order by sort`,
    [place, language],
  )
  return banners.map(({ image, html }) => ({ image, html: safeMarkup(html) }))
}

/** Writes a banner in its place of the order; one that stands there stays as it is. */
export async function addBanner(
  sql: Sql,
  banner: { place: 'invite' | 'refund'; sort: number; image: string; html: Record<Language, string> },
): Promise<void> {
  await sql.query(
    `insert into reward_banner (place, sort, image, html) values ($1, $2, $3, $4::text::jsonb) on conflict do nothing`,
    [banner.place, banner.sort, banner.image, JSON.stringify(banner.html)],
  )
}
