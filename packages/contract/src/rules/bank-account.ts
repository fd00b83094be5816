/** Whether a name is of letters A to Z, in either case, and spaces (decisions 2.90). A name of spaces alone is none. */
export function isEnglishName(name: string): boolean {
  return /^[A-Za-z ]+$/.test(name) && name.trim() !== ''
}

/** Whether a bank takes this account name; a false one is answered with BANK_ACCOUNT_NAME_ENG (REG-035, REG-036). */
export function isAccountNameFor(bank: { readonly latinNamesOnly: boolean }, name: string): boolean {
  return !bank.latinNamesOnly || isEnglishName(name)
}

/** The account name of a holder: first and last name, each trimmed, joined by one space (REG-034). */
export function joinAccountName(firstName: string, lastName: string): string {
  return `${firstName.trim()} ${lastName.trim()}`.trim()
}

/** An account number as it is kept: digits alone, dashes and spaces stripped; null unless it has 6 to 20 (decisions 2.50). */
export function normaliseAccountNo(accountNo: string): string | null {
  const digits = accountNo.replaceAll(/[- ]/g, '')
  return /^[0-9]{6,20}$/.test(digits) ? digits : null
}

/** An account number as it is shown: xxx-xxx-xxxx when it is exactly ten digits, else as it is. */
export function formatAccountNo(accountNo: string): string {
  if (!/^[0-9]{10}$/.test(accountNo)) return accountNo
  return `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`
}
