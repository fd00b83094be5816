// Loaded before a program of the product: its time of day is later by what stands in `later-ms` of the data folder.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(process.env['KRAPAO_DATA'] ?? '', 'later-ms')
const laterMs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0

if (laterMs !== 0) {
  const machineDate = Date
  globalThis.Date = new Proxy(machineDate, {
    construct: (target, given: [], made) =>
      Reflect.construct(target, given.length === 0 ? [target.now() + laterMs] : given, made) as Date,
    get: (target, name) => (name === 'now' ? () => target.now() + laterMs : (Reflect.get(target, name) as unknown)),
  })
}
