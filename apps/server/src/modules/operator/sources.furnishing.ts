import * as v from 'valibot'
import { listFurnishing, namesInFile } from '../../platform/furnishing.ts'
import { inLanguages, putOffered, readOffered, switchOff } from './offered.store.ts'

const sourceInFile = v.strictObject({ code: v.pipe(v.string(), v.regex(/^[A-Z0-9_-]{1,32}$/)), names: namesInFile })

export const sourcesFurnishing = listFurnishing({
  row: sourceInFile,
  keyOf: (source) => source.code,
  kept: (sql) => readOffered(sql, 'member_source'),
  put: (tx, { code, names }, sort) =>
    putOffered(tx, 'member_source', { code, ...inLanguages('description', names) }, sort),
  switchOff: (tx, key) => switchOff(tx, 'member_source', key),
})
