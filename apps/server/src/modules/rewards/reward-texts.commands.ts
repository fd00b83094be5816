import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Clock } from '../../platform/clock.ts'
import { type Command, CommandError } from '../../platform/commands/index.ts'
import type { Database } from '../../platform/database/types.ts'
import { replaceBanners } from './banners.ts'
import { readRefundRule, writeRefundRule } from './refund.store.ts'

const words = v.strictObject({ th: v.string(), lo: v.string(), en: v.string() })
const bannersInFile = v.array(
  v.strictObject({ image: v.pipe(v.string(), v.regex(/^(\/|https:\/\/)/, 'a path or an https address')), html: words }),
)

/** The JSON of a file in the given form; throws a CommandError that says what does not fit. */
async function readJson<Schema extends v.GenericSchema>(
  schema: Schema,
  file: string | undefined,
): Promise<v.InferOutput<Schema>> {
  if (file === undefined) throw new CommandError('Name a file.')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file} that can be read.`)
  })
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new CommandError('The file is no JSON.')
  }
  const read = v.safeParse(schema, parsed)
  if (read.success) return read.output
  const problems = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  throw new CommandError(`The file does not fit. ${problems.join('; ')}`)
}

/** `refunds info FILE` and `banners import PLACE FILE`: what members read and see of refunds and invites. */
export function rewardTextCommands({ database, clock }: { database: Database; clock: Clock }): Command[] {
  return [
    {
      name: 'refunds info',
      usage: 'FILE - what members read about refunds, JSON {th, lo, en}; %percent% and %days% are filled in',
      async run([file]) {
        const info = await readJson(words, file)
        const now = clock.now()
        const rule = await readRefundRule(database, now)
        if (rule === null) throw new CommandError('Make a rule first: refunds set active=yes percent=5')
        await writeRefundRule(database, now, { ...rule, info })
        return info.en
      },
    },
    {
      name: 'banners import',
      usage:
        'invite|refund FILE - the banners before it, JSON [{image, html: {th, lo, en}}], in place of those there are',
      async run([place, file]) {
        if (place !== 'invite' && place !== 'refund') throw new CommandError('Say invite or refund.')
        const banners = await readJson(bannersInFile, file)
        await database.transaction((tx) => replaceBanners(tx, place, banners))
        return `${banners.length} banners are shown before ${place}.`
      },
    },
  ]
}
