import * as v from 'valibot'
import { FurnishingProblem, listFurnishing, namesInFile, orNull, pictureInFile } from '../../platform/furnishing.ts'
import { keptOfGame } from './games.rules.ts'
import { code } from './in-file.ts'
import { inLanguages, putOffered, readOffered, switchOff } from './offered.store.ts'
import type { InUse } from './operator.parts.ts'

const link = orNull(v.pipe(v.string(), v.maxLength(500), v.regex(/^(\/|https?:\/\/)/, 'a path or an address')))
const FACTOR_MAX = 100_000
/** What movements name beside games, and what a transfer calls the main wallet by. */
const PLACES: readonly string[] = ['WALLET', 'BANK', 'GIFT', 'HOUSE']

const gameInFile = <Provider extends v.GenericSchema>(provider: Provider) =>
  v.strictObject({
    code: v.pipe(
      code,
      v.check((value) => !PLACES.includes(value), `${PLACES.join(', ')} are no codes of games`),
    ),
    names: namesInFile,
    category: v.picklist(['slot', 'sport', 'casino']),
    /** Credits for one baht, of at most four decimals. */
    factor: v.pipe(
      v.number(),
      v.check(
        (value) => value > 0 && value <= FACTOR_MAX && inTenThousandths(value) / 10_000 === value,
        'a factor above 0 of at most four decimals',
      ),
    ),
    logo: pictureInFile,
    background: pictureInFile,
    web: link,
    android: link,
    ios: link,
    autoLogin: orNull(v.picklist(['username', 'username-and-password'])),
    provider: orNull(provider),
    /** Being mended: money comes out of it, and none goes in. */
    maintenance: v.optional(v.boolean(), false),
  })

const inTenThousandths = (factor: number) => Math.round(factor * 10_000)

export const gamesFurnishing = (provider: v.GenericSchema<unknown>, use: InUse) =>
  listFurnishing({
    row: gameInFile(provider),
    keyOf: (game) => game.code,
    async kept(sql) {
      const rows = await readOffered<v.InferOutput<ReturnType<typeof gameInFile>>>(sql, 'game_setting')
      return rows.map((one) => ({ ...one, row: { ...one.row, factor: one.row.factor / 10_000 } }))
    },
    put: (tx, { names, factor, ...columns }, sort) =>
      putOffered(
        tx,
        'game_setting',
        { ...columns, ...inLanguages('name', names), factorTenThousandths: inTenThousandths(factor) },
        sort,
      ),
    switchOff: (tx, key) => switchOff(tx, 'game_setting', key),
    async check(tx, game, before, place) {
      const kept = keptOfGame(game, before)
      if (kept === null || !(await use.isPlayed(tx, game.code))) return
      throw new FurnishingProblem(`${place}.${kept.field}`, `${game.code} has ${kept.had}: ${kept.why}`)
    },
  })
