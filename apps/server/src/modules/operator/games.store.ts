import type { Sql } from '../../platform/database/types.ts'
import type { Language } from '../../platform/http/index.ts'

/** A game provider as the operator offers it. */
export interface GameSetting {
  code: string
  names: Record<Language, string>
  category: 'slot' | 'sport' | 'casino'
  /** ftWalletSlot × 10,000, a whole number (rulings 1.5). */
  factorTenThousandths: number
  logo: string
  background: string
  /** Absolute, or relative to the outside world's own address; null where there is none. */
  web: string | null
  android: string | null
  ios: string | null
  /** What the call carries that makes the link into the game; null where the game has a page of its own. */
  autoLogin: 'username' | 'username-and-password' | null
  /** How its provider is reached, without the key; null where none was said. */
  provider: unknown
  /** Money comes out of a game that is offered no more, and none goes in. */
  isOffered: boolean
  /** Being mended: money comes out of it, and none goes in, until the operator says otherwise. */
  maintenance: boolean
  sort: number
}

export function readGames(sql: Sql): Promise<GameSetting[]> {
  return sql.query(
    `select code, json_build_object('th', name_th, 'lo', name_lo, 'en', name_en) as names, category,
       factor_ten_thousandths as "factorTenThousandths", logo, background, web, android, ios,
       auto_login as "autoLogin", provider, is_offered as "isOffered", maintenance, sort
     from game_setting order by is_offered desc, sort, code`,
  )
}
