import * as v from 'valibot'
import type { Sql } from '../../platform/database/types.ts'
import { FurnishingProblem, listFurnishing, namesInFile, orNull } from '../../platform/furnishing.ts'
import { nameOf, sharedName } from './banks.rules.ts'
import { readBanks } from './banks.store.ts'
import { code, currency } from './in-file.ts'
import { inLanguages, putOffered, readOffered, switchOff } from './offered.store.ts'
import type { InUse } from './operator.parts.ts'

const digits = (count: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9]{${count}}$`), `${count} digits`))

const bankInFile = v.strictObject({
  code,
  /** The Bank of Thailand's code. Money is credited once by it, so that it never changes. */
  digits: orNull(digits(3)),
  alsoNamed: v.optional(v.array(code), []),
  names: namesInFile,
  currency,
  /** Whether it takes account names in letters A to Z alone. */
  latinNamesOnly: v.optional(v.boolean(), false),
  /** Whether members can have their account there; else it is only a name of ways of paying in, or of senders. */
  holdsAccounts: v.optional(v.boolean(), true),
  /** The bank in a LAO QR. */
  qrInstitution: orNull(digits(8)),
})

type FurnishedBank = v.InferOutput<typeof bankInFile>

/** Letters that transfers were credited under stay a name of their own: as digits the same transfer would be another. */
async function requireUnpaid(use: InUse, tx: Sql, bank: FurnishedBank, place: string): Promise<void> {
  const oneName = nameOf(bank)
  for (const name of [bank.code, ...bank.alsoNamed]) {
    if (name === oneName || !(await use.hasPaid(tx, name))) continue
    const field = name === bank.code ? 'digits' : 'alsoNamed'
    throw new FurnishingProblem(
      `${place}.${field}`,
      `transfers of ${name} were credited under that name, so that it stays one of its own`,
    )
  }
}

export const banksFurnishing = (use: InUse) =>
  listFurnishing({
    row: bankInFile,
    keyOf: (bank) => bank.code,
    kept: (sql) => readOffered(sql, 'bank'),
    async check(tx, bank, before, place) {
      const lost = before.alsoNamed.find((name) => !bank.alsoNamed.includes(name))
      if (before.digits === bank.digits && lost === undefined) return
      if (!(await use.hasPaid(tx, nameOf(before)))) return
      const [field, were] =
        lost !== undefined ? ['alsoNamed', lost] : ['digits', before.digits === null ? 'none' : before.digits]
      throw new FurnishingProblem(
        `${place}.${field}`,
        `${bank.code} has ${were}: transfers were credited under that, so that it stays`,
      )
    },
    async put(tx, bank, sort, place) {
      const shared = sharedName(bank, await readBanks(tx))
      if (shared !== null) throw new FurnishingProblem(`${place}.${shared.field}`, `${shared.name} is ${shared.other}`)
      await requireUnpaid(use, tx, bank, place)
      const { names, ...columns } = bank
      await putOffered(tx, 'bank', { ...columns, ...inLanguages('name', names) }, sort)
    },
    switchOff: (tx, key) => switchOff(tx, 'bank', key),
  })
