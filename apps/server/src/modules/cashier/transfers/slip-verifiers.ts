import type { CashierParts } from '../cashier.parts.ts'
import { BANK } from '../providers/connectors.ts'
import type { SlipAnswer, SlipVerifier } from '../providers/slip-verifier.ts'

/**
 * One verifier over those that the settings name: who knows nothing of a transfer, or does not answer, leaves it to the
 * next, which a question harms nowhere. Nobody knows of it only when all who were asked say so: one who did not answer may.
 * Of the holder of an account the first that can be asked is asked.
 */
export function slipVerifierOf({ bank, connectors }: Pick<CashierParts, 'bank' | 'connectors'>): SlipVerifier {
  const inUse = connectors.slips.flatMap((name): SlipVerifier[] => {
    const verifier = name === BANK ? bank : connectors.named.get(name)?.slipVerifier
    return verifier === undefined ? [] : [verifier]
  })
  const accountHolder = inUse.find((verifier) => verifier.accountHolder !== undefined)?.accountHolder
  return {
    async transferOf(sendingBank, transRef) {
      let held: SlipAnswer | null = null
      for (const { sendingBanks, transferOf } of inUse) {
        if (sendingBanks?.includes(sendingBank) === false) continue
        const answer = await transferOf(sendingBank, transRef)
        if (answer.kind === 'found') return answer
        if (held === null || (held.kind === 'not-found' && answer.kind === 'unknown')) held = answer
      }
      return held ?? { kind: 'unknown', why: 'no party knows slips of its bank' }
    },
    ...(accountHolder && { accountHolder }),
  }
}
