import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { furnishing } from '../../platform/furnishing.ts'
import { readAllTexts, textKinds, writeTexts } from './texts.store.ts'

const html = v.pipe(v.string(), v.maxLength(20_000))
const textInFile = v.strictObject({ th: v.array(html), lo: v.array(html), en: v.array(html) })

/** Each kind of text that the file names is all there is of it, in all its languages. */
export const textsFurnishing = furnishing({
  schema: v.partial(v.strictObject(v.entriesFromList(textKinds, textInFile))),
  async write(tx, given) {
    const before = await readAllTexts(tx)
    const changed = textKinds.filter(
      (kind) => given[kind] !== undefined && !isDeepStrictEqual(given[kind], before[kind] ?? noTexts),
    )
    for (const kind of changed) await writeTexts(tx, kind, given[kind] ?? noTexts)
    return changed.map((kind) => `${kind} is another text`)
  },
  async read(sql) {
    const all = await readAllTexts(sql)
    return Object.keys(all).length === 0 ? undefined : all
  },
})

const noTexts = { th: [], lo: [], en: [] }
