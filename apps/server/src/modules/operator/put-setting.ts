import type { Sql } from '../../platform/database/types.ts'
import { type By, writeDeed } from '../deeds/index.ts'
import type { OperatorParts } from './operator.parts.ts'
import { readSetting, SettingRefused, type SettingName, settingsOf, whyFixed } from './operator.settings.ts'
import { lockSettings, readSettingRows, writeSetting } from './settings.store.ts'

/** A setting that shall be otherwise, by whom, and who proposed it where two persons do it. */
export interface SettingGiven {
  name: SettingName
  value: unknown
  by: By
  proposedBy?: string | null
  reason?: string | null
}

/** Sets one setting. Throws a SettingRefused in words when the value does not fit, or it may not change. */
export async function putSetting(
  { clock, defaults, use }: OperatorParts,
  tx: Sql,
  { name, value, by, proposedBy = null, reason = null }: SettingGiven,
): Promise<void> {
  const read = readSetting(name, value)
  if (!read.ok) throw new SettingRefused(name, read.problem)
  const at = clock.now()
  await lockSettings(tx)
  const fixed = await whyFixed([name], () => use.hasReleaseRules(tx))
  if (fixed !== null) throw new SettingRefused(fixed.name, fixed.why)
  const before = settingsOf(await readSettingRows(tx), defaults)[name]
  await writeSetting(tx, { key: name, at, before, after: read.value, by: by.actor, proposedBy, reason })
  const facts = { before: { value: JSON.stringify(before) }, after: { value: JSON.stringify(read.value) } }
  await writeDeed(tx, { ...by, deed: 'setting-changed', subject: `setting:${name}`, ...facts, reason, at })
}
