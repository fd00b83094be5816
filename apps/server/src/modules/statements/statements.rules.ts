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

/**
 * An account number as a receipt shows it, all but its last four digits hidden: "xxx-xxx-7890". One that a bank has told
 * with other signs hidden stays in the bank's groups: "xxx-x-x6789-x". Null where no digit is known.
 */
export function maskAccountNo(accountNo: string): string | null {
  if (!/\d/.test(accountNo)) return null
  const hidden = accountNo.replace(/\d(?=(?:\D*\d){4})/g, 'x').replace(/[\p{L}*•]/gu, 'x')
  return hidden.replace(/^(\w{3})(\w{3})(\w{4})$/, '$1-$2-$3')
}
