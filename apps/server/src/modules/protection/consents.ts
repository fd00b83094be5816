import { CONSENT_CHANNELS, type ConsentChannel } from '@krapao/contract'
import type { Sql } from '../../platform/database/types.ts'
import { giveConsent, givenConsents, takeConsentBack } from './consents.store.ts'
import type { ProtectionParts } from './protection.parts.ts'

/** Whether a member may be told of offers by one channel, and since when. */
export interface Consent {
  channel: ConsentChannel
  givenAt: Date | null
}

/** One for each channel: none unless he gave it (beyond 3.7). */
export async function readConsents(sql: Sql, memberId: string): Promise<Consent[]> {
  const given = await givenConsents(sql, memberId)
  return CONSENT_CHANNELS.map((channel) => ({
    channel,
    givenAt: given.find((one) => one.channel === channel)?.givenAt ?? null,
  }))
}

/** Gives a consent or takes it back, and notes it with what changed of the member; what is so already stays so. */
export async function setConsent(
  { database, clock, members }: ProtectionParts,
  { memberId, channel, isGiven }: { memberId: string; channel: ConsentChannel; isGiven: boolean },
): Promise<void> {
  const at = clock.now()
  await database.transaction(async (tx) => {
    const isChanged = isGiven
      ? await giveConsent(tx, { memberId, channel, givenAt: at })
      : await takeConsentBack(tx, { memberId, channel })
    if (!isChanged) return
    await members.writeDown(tx, { memberId, action: 'consent', detail: { channel, given: isGiven ? 1 : 0 }, at })
  })
}
