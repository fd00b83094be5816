import type { ContentProblem } from '@krapao/contract'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { Sql } from './database/types.ts'

/**
 * One part of the file that furnishes the product, such as its banks. The module that owns the tables writes and reads
 * them; who composes the file knows no more of a part than this.
 */
export interface Furnishing {
  schema: v.GenericSchema
  /**
   * Writes what differs of what its schema has read, as `who` says; answers with a line for each. Throws a FurnishingProblem for
   * what cannot be so, also for what takes two, unless he may say it alone: in a new installation, or where there is no second.
   */
  write(tx: Sql, given: unknown, now: Date, who: string, alone?: boolean): Promise<string[]>
  /** What the file would say; undefined where there is nothing to say. */
  read(sql: Sql, now: Date): Promise<unknown>
}

/**
 * Something in the file that cannot be as it stands; `place` is where, within the part: `[3].factor`. What staff may come
 * upon at the desk says why by a code too.
 */
export class FurnishingProblem extends Error {
  readonly place: string
  readonly problem: ContentProblem | null
  constructor(place: string, message: string, problem: ContentProblem | null = null) {
    super(message)
    this.place = place
    this.problem = problem
  }
}

/** Texts in each language. */
export const wordsInFile = v.strictObject({ th: v.string(), lo: v.string(), en: v.string() })
/** Names in each language, none of which may be missing. */
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))
export const namesInFile = v.strictObject({ th: name, lo: name, en: name })
/** A picture of ours by its path, or of elsewhere. */
export const pictureInFile = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^(\/|https:\/\/)/, 'a path or an https address'),
)

/** A part with the types of its own schema. */
export function furnishing<Schema extends v.GenericSchema>(part: {
  schema: Schema
  write(tx: Sql, given: v.InferOutput<Schema>, now: Date, who: string, alone?: boolean): Promise<string[]>
  read(sql: Sql, now: Date): Promise<unknown>
}): Furnishing {
  return part
}

/** A row as it is kept, in the form that the file has. */
export interface KeptRow<Row> {
  row: Row
  isOffered: boolean
  sort: number
}

/**
 * A part that is a list and says all there is: rows are added and changed by their keys, in the file's order, and what
 * it names no more is switched off, never deleted, as members may hold what came of it.
 */
export function listFurnishing<Schema extends v.GenericSchema>(list: {
  row: Schema
  keyOf(row: v.InferOutput<Schema>): string
  kept(sql: Sql): Promise<KeptRow<v.InferOutput<Schema>>[]>
  put(tx: Sql, row: v.InferOutput<Schema>, sort: number, place: string): Promise<void>
  switchOff(tx: Sql, key: string): Promise<void>
  /** Throws a FurnishingProblem for a change that may not be. */
  check?(tx: Sql, row: v.InferOutput<Schema>, before: v.InferOutput<Schema>, place: string): Promise<void>
}): Furnishing {
  const { keyOf } = list
  const schema = v.pipe(
    v.array(list.row),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const [index, key] of dataset.value.map(keyOf).entries())
        if (dataset.value.findIndex((row) => keyOf(row) === key) !== index)
          addIssue({
            message: `${key} stands twice`,
            path: [{ type: 'array', origin: 'value', input: dataset.value, key: index, value: key }],
          })
    }),
  )
  return furnishing({
    schema,
    async write(tx, given) {
      const kept = await list.kept(tx)
      const before = new Map(kept.map((one) => [keyOf(one.row), one]))
      const wanted = new Set(given.map(keyOf))
      const changes: string[] = []
      // What goes makes room first: two rows may have something between them that only one can have.
      for (const [key, { isOffered }] of before) {
        if (!isOffered || wanted.has(key)) continue
        await list.switchOff(tx, key)
        changes.push(`${key} is switched off`)
      }
      for (const [sort, row] of given.entries()) {
        const old = before.get(keyOf(row))
        const isAlike = old?.isOffered === true && isDeepStrictEqual(old.row, row)
        if (isAlike && old.sort === sort) continue
        if (old !== undefined) await list.check?.(tx, row, old.row, `[${sort}]`)
        await list.put(tx, row, sort, `[${sort}]`)
        if (!isAlike)
          changes.push(`${keyOf(row)} is ${old === undefined ? 'added' : old.isOffered ? 'changed' : 'offered again'}`)
      }
      const ofBoth = (keys: readonly string[], also: (key: string) => boolean) => keys.filter(also).join()
      const offered = kept.filter(({ isOffered }) => isOffered).toSorted((one, other) => one.sort - other.sort)
      const names = offered.map(({ row }) => keyOf(row))
      if (ofBoth(names, (key) => wanted.has(key)) !== ofBoth(given.map(keyOf), (key) => names.includes(key)))
        changes.push('the order is another one')
      return changes
    },
    async read(sql) {
      const offered = (await list.kept(sql)).filter(({ isOffered }) => isOffered)
      const rows = offered.toSorted((one, other) => one.sort - other.sort).map(({ row }) => withoutEmpty(row as object))
      return rows.length === 0 ? undefined : rows
    },
  })
}

export const orNull = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)

/** Leaves out what the file need not say: what is null, and empty lists. */
export function withoutEmpty(row: object): object {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)))
}
