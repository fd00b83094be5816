import type { MembersParts } from '../members.parts.ts'
import { internationalNumber, type SmsDelivery, type SmsOutcome } from '../providers/sms.ts'
import { OTP_UNANSWERED_MS } from './otp.rules.ts'
import { forgetLost, wasUnanswered, writeReceipt } from './otp.store.ts'

/**
 * Sends a code's message and writes down what came of it. Another than the first sender is used only while no message to
 * that phone was left unanswered within a minute: its owner would have two (beyond 5).
 */
export async function sendCode(
  parts: MembersParts,
  { id, phone, number, text }: { id: string; phone: string; number: string; text: string },
): Promise<SmsOutcome> {
  const { database, clock, operator, sms } = parts
  const { country } = await operator.settings()
  const to = { number, international: internationalNumber(number, country) }
  const receipt = await sms.send(to, text, async () => {
    const since = new Date(clock.now().getTime() - OTP_UNANSWERED_MS)
    return !(await wasUnanswered(database, { id, phone }, since))
  })
  await writeReceipt(database, id, receipt, clock.now())
  return receipt.outcome
}

/** Asks the database what `sendCode` asks it, for a phone that nobody has: neither time nor load tells the two apart. */
export async function sendNothing({ database, clock, operator }: MembersParts, id: string): Promise<void> {
  await operator.settings()
  await writeReceipt(database, id, { outcome: 'sent', sender: null, messageId: null }, clock.now())
}

/**
 * Takes what a sender tells of a message: of one that is lost its owner may have another at once.
 */
export async function hearOfSms({ database, sms, logger }: MembersParts, delivery: SmsDelivery): Promise<void> {
  const report = sms.hear(delivery)
  if (report === null) return
  const { sender, messageId, isLost } = report
  if (isLost && (await forgetLost(database, sender, messageId))) {
    logger.warn({ sender }, 'a message did not arrive, as its sender says')
  }
}
