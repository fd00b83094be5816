import type { GameSetting } from '../operator.store.ts'

type Links = Partial<Pick<GameSetting, 'web' | 'android' | 'ios'>>

function game(
  code: string,
  name: string,
  category: GameSetting['category'],
  art: string,
  links: Links = {},
  factorTenThousandths = 1_0000,
): Omit<GameSetting, 'sort'> {
  return {
    code,
    name,
    category,
    factorTenThousandths,
    logo: `/art/game-${art}.svg`,
    background: '/art/night.svg',
    web: null,
    android: null,
    ios: null,
    ...links,
  }
}

/** A game's own site at the outside world; providers that are opened by autoLogin need none (decisions 2.60). */
const siteOf = (code: string) => `/games/${code}`

/**
 * All fifteen provider codes of the specification under names of our own. SLOTXO and IMI count in credits of another
 * size than baht (rulings 1.5).
 */
export const demoGames: readonly Omit<GameSetting, 'sort'>[] = [
  game('PG', 'ดอกบัวทอง Golden Lotus', 'slot', 'lotus'),
  game('JOKER', 'โคมลอย Sky Lantern', 'slot', 'lantern', { web: siteOf('JOKER'), android: siteOf('JOKER') }),
  game(
    'SLOTXO',
    'นาคา Naka',
    'slot',
    'naka',
    { web: siteOf('SLOTXO'), android: siteOf('SLOTXO'), ios: siteOf('SLOTXO') },
    10_0000,
  ),
  game('SUPERSLOT', 'จรวดบั้งไฟ Rocket Fair', 'slot', 'rocket', { web: siteOf('SUPERSLOT') }),
  game('PGSLOT', 'ช้างมงคล Lucky Elephant', 'slot', 'elephant'),
  game('SLOTRACHA', 'ราชาเรือยาว Longboat King', 'slot', 'longboat'),
  game('AREASLOT', 'บัวหลวง Lotus Pond', 'slot', 'lotus'),
  game('JOKER2', 'โคมแดง Red Lantern', 'slot', 'lantern'),
  game('CIRCUS', 'ละครช้าง Elephant Show', 'slot', 'elephant'),
  game('UFABET', 'ตะกร้อลีก Takraw League', 'sport', 'takraw', { web: siteOf('UFABET') }),
  game('BETFLIX', 'แข่งเรือยาว Boat Race', 'sport', 'longboat'),
  game('ASKMEBET', 'สนามตะกร้อ Takraw Court', 'sport', 'takraw'),
  game('SEXYGAME', 'โต๊ะริมโขง Mekong Table', 'casino', 'table', { web: siteOf('SEXYGAME') }),
  game('IMI', 'โต๊ะทอง Golden Table', 'casino', 'table', {}, 1000),
  game('USUN', 'โต๊ะราตรี Night Table', 'casino', 'table'),
]
