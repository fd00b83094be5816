import type { TextId } from '../../lib/texts/text-values.ts'
import balance from './art/balance.svg'
import bonusEnd from './art/bonus-end.svg'
import bonusReceive from './art/bonus-receive.svg'
import game from './art/game.svg'
import wallet from './art/wallet.svg'
import type { HowtoId } from './recordings.ts'

/** What is explained: its title, the drawing that stands for it, and its steps in words. */
export interface HowtoEntry {
  readonly id: HowtoId
  readonly titleId: TextId
  readonly poster: string
  readonly stepIds: readonly TextId[]
}

/** The five of the specification, in its order (HOW-001 to HOW-006). Steps name only what the app can do. */
export const howtoEntries: readonly HowtoEntry[] = [
  {
    id: 'wallet',
    titleId: 'howto.wallet',
    poster: wallet,
    stepIds: ['howto.wallet.1', 'howto.wallet.2', 'howto.wallet.3', 'howto.wallet.4', 'howto.wallet.5'],
  },
  {
    id: 'game',
    titleId: 'howto.game',
    poster: game,
    stepIds: ['howto.game.1', 'howto.game.2', 'howto.game.3', 'howto.game.4', 'howto.game.5'],
  },
  {
    id: 'balance',
    titleId: 'howto.balance',
    poster: balance,
    stepIds: ['howto.balance.1', 'howto.balance.2', 'howto.balance.3', 'howto.balance.4', 'howto.balance.5'],
  },
  {
    id: 'bonus-receive',
    titleId: 'howto.bonusReceive',
    poster: bonusReceive,
    stepIds: ['howto.bonusReceive.1', 'howto.bonusReceive.2', 'howto.bonusReceive.3', 'howto.bonusReceive.4'],
  },
  {
    id: 'bonus-end',
    titleId: 'howto.bonusEnd',
    poster: bonusEnd,
    stepIds: ['howto.bonusEnd.1', 'howto.bonusEnd.2', 'howto.bonusEnd.3', 'howto.bonusEnd.4'],
  },
]
