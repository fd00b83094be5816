import type { Banner } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'
import { safeMarkup } from '../operator/index.ts'
import { type FillIn, fillIn } from './refund.rules.ts'

/** The banners before the invite or the refund modal, in the operator's order and the reader's language, made safe. */
export async function readBanners(
  sql: Sql,
  place: 'invite' | 'refund',
  language: Language,
  rule: FillIn | null,
): Promise<Banner[]> {
  const banners = await sql.query<Banner>(
    `select image, coalesce(html ->> $2, html ->> 'th', '') as html from reward_banner where place = $1 order by sort`,
    [place, language],
  )
  return banners.map(({ image, html }) => ({ image, html: safeMarkup(fillIn(html, rule)) }))
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

/** Puts these banners in place of all that are shown there. */
export async function replaceBanners(
  tx: Sql,
  place: 'invite' | 'refund',
  banners: readonly { image: string; html: Record<Language, string> }[],
): Promise<void> {
  await tx.query('delete from reward_banner where place = $1', [place])
  for (const [sort, banner] of banners.entries()) await addBanner(tx, { place, sort, ...banner })
}
