import type { Banner } from '@krapao/contract'
import type { Sql } from '../../../platform/database/types.ts'
import type { Language } from '../../../platform/http/index.ts'
import { safeMarkup } from '../../operator/index.ts'
import { type BannerPlace, bannersIn } from './banners.store.ts'
import { type FillIn, fillIn } from './fill-in.ts'

/** The banners before the invite or the refund modal, in the operator's order and the reader's language, made safe. */
export async function readBanners(
  sql: Sql,
  place: BannerPlace,
  language: Language,
  rule: FillIn | null,
): Promise<Banner[]> {
  const banners = await bannersIn(sql, place, language)
  return banners.map(({ image, html }) => ({ image, html: safeMarkup(fillIn(html, rule)) }))
}
