import { formatAccountNo } from '@krapao/contract'

/**
 * The movement numbers on a page of a history whose newest number is `total`: page 1 has the newest `limit`. Null when
 * there is no such page.
 */
export function numbersOfPage(
  total: number,
  { page, limit }: { page: number; limit: number },
): { fromNumber: number; toNumber: number } | null {
  const toNumber = total - (page - 1) * limit
  if (toNumber < 1) return null
  return { fromNumber: Math.max(1, toNumber - limit + 1), toNumber }
}

/** An account number in the groups it is read in, all but its last four signs hidden: "xxx-xxx-7890". */
export function maskAccountNo(accountNo: string): string {
  const kept = accountNo.slice(-4)
  return formatAccountNo(`${'x'.repeat(accountNo.length - kept.length)}${kept}`)
}
