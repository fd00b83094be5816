import type { Banner } from '@krapao/contract'
import { putRow } from '../../platform/database/put-row.ts'
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

/** The banners of each place, as the operator wrote them. */
export async function readAllBanners(
  sql: Sql,
): Promise<Partial<Record<'invite' | 'refund', { image: string; html: Record<Language, string> }[]>>> {
  const rows = await sql.query<{ place: 'invite' | 'refund'; image: string; html: Record<Language, string> }>(
    'select place, image, html from reward_banner order by place, sort',
  )
  const banners = rows.map(({ place, ...banner }) => ({ place, banner }))
  const of = (wanted: string) => banners.flatMap(({ place, banner }) => (place === wanted ? [banner] : []))
  return Object.fromEntries([...new Set(rows.map(({ place }) => place))].map((place) => [place, of(place)]))
}

/** Puts these banners in place of all that are shown there. */
export async function replaceBanners(
  tx: Sql,
  place: 'invite' | 'refund',
  banners: readonly { image: string; html: Record<Language, string> }[],
): Promise<void> {
  await tx.query('delete from reward_banner where place = $1', [place])
  for (const [sort, { image, html }] of banners.entries())
    await putRow(tx, 'reward_banner', ['place', 'sort'], { place, sort, image, html })
}
