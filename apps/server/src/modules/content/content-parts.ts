import { type CONTENT_TEXTS, type ContentPart, hasRole, type Role } from '@krapao/contract'
import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { type Furnishing, FurnishingProblem, namesInFile, pictureInFile } from '../../platform/furnishing.ts'

/** A part as staff change it: what it may say, what it says, and how that comes to be; all by the file's own parts. */
export interface PartKind {
  schema: v.GenericSchema<unknown>
  /** Who changes it; two of them, where that takes two. */
  roles: readonly Role[]
  takes: 'one' | 'two'
  read(sql: Sql, now: Date): Promise<unknown>
  write(tx: Sql, document: unknown, now: Date, who: string): Promise<string[]>
}

export type Furnishings = Readonly<Record<string, Furnishing>>

const EDITORS: readonly Role[] = ['OWNER', 'MARKETING']

const words = v.pipe(v.string(), v.trim(), v.maxLength(20_000))
const texts = v.pipe(
  v.strictObject({ th: v.array(words), lo: v.array(words), en: v.array(words) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { value } = dataset
    const most = Math.max(value.th.length, value.lo.length, value.en.length)
    // Whoever reads in one language reads as much as in another: none of them lacks, or all do.
    for (const language of ['th', 'lo', 'en'] as const)
      for (let index = 0; index < most; index += 1)
        if ((value[language][index] ?? '') === '')
          addIssue({
            message: 'a language is missing',
            path: [
              { type: 'object', origin: 'value', input: value, key: language, value: value[language] },
              { type: 'array', origin: 'value', input: value[language], key: index, value: undefined },
            ],
          })
  }),
)

const bannerWords = v.pipe(
  v.strictObject({ th: words, lo: words, en: words }),
  v.check(({ th, lo, en }) => (th === '') === (lo === '') && (lo === '') === (en === ''), 'a language is missing'),
)
const bannerList = v.pipe(v.array(v.strictObject({ image: pictureInFile, html: bannerWords })), v.maxLength(20))
const banners = v.strictObject({ invite: bannerList, refund: bannerList })

const address = v.nullable(v.pipe(v.string(), v.maxLength(500), v.regex(/^(https?:\/\/|\/)/, 'a web address')))
const channels = v.strictObject({
  lineLink: address,
  lineName: v.nullable(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
  lineQR: address,
})

/** What staff change of a game: how it is called and drawn, its place, and whether it is being mended. Who plays it stays. */
const gameWords = v.strictObject({
  code: v.string(),
  names: namesInFile,
  logo: pictureInFile,
  background: pictureInFile,
  maintenance: v.optional(v.boolean(), false),
})
type GameWords = v.InferOutput<typeof gameWords>

function furnishingOf(furnishings: Furnishings, name: string): Furnishing {
  const found = furnishings[name]
  if (found === undefined) throw new Error(`the file has no part ${name}`)
  return found
}

function textPart(furnishings: Furnishings, kind: (typeof CONTENT_TEXTS)[number]): PartKind {
  const part = furnishingOf(furnishings, 'texts')
  return {
    schema: texts,
    roles: EDITORS,
    takes: 'one',
    async read(sql, now) {
      const all = (await part.read(sql, now)) as Record<string, unknown> | undefined
      return all?.[kind] ?? { th: [], lo: [], en: [] }
    },
    write: (tx, document, now, who) => part.write(tx, { [kind]: document }, now, who),
  }
}

/** A part that is the file's as it stands there. */
function wholePart(furnishings: Furnishings, name: string, terms: Pick<PartKind, 'roles' | 'takes'>): PartKind {
  const part = furnishingOf(furnishings, name)
  return {
    ...terms,
    schema: part.schema as v.GenericSchema<unknown>,
    read: async (sql, now) => (await part.read(sql, now)) ?? [],
    write: (tx, document, now, who) => part.write(tx, document, now, who),
  }
}

function gamesPart(furnishings: Furnishings): PartKind {
  const part = furnishingOf(furnishings, 'games')
  const readAll = async (sql: Sql, now: Date) => ((await part.read(sql, now)) ?? []) as (GameWords & object)[]
  return {
    schema: v.array(gameWords),
    roles: EDITORS,
    takes: 'one',
    async read(sql, now) {
      const games = await readAll(sql, now)
      return games.map(({ code, names, logo, background, maintenance }) => {
        return { code, names, logo, background, maintenance }
      })
    },
    async write(tx, document, now, who) {
      const wanted = document as GameWords[]
      const games = new Map((await readAll(tx, now)).map((game) => [game.code, game]))
      const codes = wanted.map(({ code }) => code)
      for (const [index, code] of codes.entries()) {
        const problem = !games.has(code) ? 'NO_GAME' : codes.indexOf(code) === index ? null : 'GAME_TWICE'
        if (problem === null) continue
        const why = problem === 'NO_GAME' ? 'is no game of ours' : 'stands twice'
        throw new FurnishingProblem(`[${index}].code`, `${code} ${why}`, { code: problem, facts: { game: code } })
      }
      // A game that an older version does not know comes behind: none is switched off here.
      const rest = [...games.values()].filter(({ code }) => !codes.includes(code))
      const rows = [...wanted.map((game) => ({ ...games.get(game.code), ...game })), ...rest]
      const checked = v.parse(part.schema, rows)
      return part.write(tx, checked, now, who)
    },
  }
}

function channelsPart(furnishings: Furnishings): PartKind {
  const part = furnishingOf(furnishings, 'settings')
  return {
    schema: channels,
    roles: EDITORS,
    takes: 'one',
    async read(sql, now) {
      const said = ((await part.read(sql, now)) ?? {}) as Partial<v.InferOutput<typeof channels>>
      const { lineLink = null, lineName = null, lineQR = null } = said
      return { lineLink, lineName, lineQR }
    },
    write: (tx, document, now, who) => part.write(tx, document, now, who),
  }
}

function bannersPart(furnishings: Furnishings): PartKind {
  const part = furnishingOf(furnishings, 'banners')
  return {
    ...wholePart(furnishings, 'banners', { roles: EDITORS, takes: 'one' }),
    schema: banners,
    read: async (sql, now) => ({ invite: [], refund: [], ...((await part.read(sql, now)) as object | undefined) }),
  }
}

/** Everything that staff change in versions, by the parts of the file that furnishes the product. */
export function contentParts(furnishings: Furnishings): Readonly<Record<ContentPart, PartKind>> {
  return {
    notice: textPart(furnishings, 'notice'),
    banners: bannersPart(furnishings),
    condition: textPart(furnishings, 'condition'),
    agreement: textPart(furnishings, 'agreement'),
    help: textPart(furnishings, 'help'),
    withdraw: textPart(furnishings, 'withdraw'),
    slip: textPart(furnishings, 'slip'),
    howtoWallet: textPart(furnishings, 'howtoWallet'),
    howtoGame: textPart(furnishings, 'howtoGame'),
    howtoBalance: textPart(furnishings, 'howtoBalance'),
    howtoBonusReceive: textPart(furnishings, 'howtoBonusReceive'),
    howtoBonusEnd: textPart(furnishings, 'howtoBonusEnd'),
    contact: textPart(furnishings, 'contact'),
    channels: channelsPart(furnishings),
    games: gamesPart(furnishings),
    sources: wholePart(furnishings, 'sources', { roles: EDITORS, takes: 'one' }),
    depositAccounts: wholePart(furnishings, 'depositAccounts', { roles: ['OWNER', 'PAYMENTS'], takes: 'two' }),
  }
}

/** What the rules of invites and refunds, as they hold, put into the banners before them. */
export async function fillInsOf(furnishings: Furnishings, sql: Sql, now: Date) {
  const of = async (name: 'invites' | 'refunds') => {
    const rule = (await furnishingOf(furnishings, name).read(sql, now)) as
      | { percentHundredths: number; lapseDays?: number }
      | undefined
    return rule === undefined ? null : { percent: rule.percentHundredths / 100, days: rule.lapseDays ?? null }
  }
  return { invite: await of('invites'), refund: await of('refunds') }
}
export type FillIns = Awaited<ReturnType<typeof fillInsOf>>

/** Whether one of the staff may change a part; at the command line anybody. */
export function mayChange(kind: PartKind, roles: readonly Role[] | null): boolean {
  return roles === null || hasRole(roles, kind.roles)
}
