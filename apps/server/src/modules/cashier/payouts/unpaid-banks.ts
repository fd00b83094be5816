import type { CashierParts } from '../cashier.parts.ts'

/**
 * Compares the operator's banks with what each party pays through that pays out (beyond 5): a withdrawal to a bank without
 * a channel would be refused. One line of the log a party; nothing waits for it, and nothing fails by it.
 */
export async function warnOfUnpaidBanks({
  operator,
  connectors,
  logger,
}: Pick<CashierParts, 'operator' | 'connectors' | 'logger'>): Promise<void> {
  const compare = async (party: string): Promise<void> => {
    const sender = connectors.named.get(party)?.payoutSender
    if (sender?.banksWithout === undefined) return
    const payees = (await operator.banks()).filter(({ currency }) => sender.currencies?.includes(currency) ?? true)
    const banks = await sender.banksWithout(payees.map(({ code }) => code))
    if (banks === null) logger.warn({ party }, 'a party that pays out did not tell through which channels')
    else if (banks.length > 0) logger.warn({ party, banks }, 'a party that pays out has no channel for these banks')
  }
  const tell = (party: string) => (error: unknown) => {
    logger.warn({ party, err: error }, 'the channels of a party that pays out were not compared')
  }
  await Promise.all(connectors.payouts.map((party) => compare(party).catch(tell(party))))
}
