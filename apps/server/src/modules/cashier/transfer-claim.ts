/** Codes of the Bank of Thailand. Some banks name a sender by letters where the slip's code has these digits. */
const bankDigits: Readonly<Record<string, string>> = {
  BBL: '002',
  KBANK: '004',
  KTB: '006',
  TMB: '011',
  TTB: '011',
  SCB: '014',
  CITI: '017',
  CIMB: '022',
  UOB: '024',
  BAY: '025',
  GSB: '030',
  GHB: '033',
  BAAC: '034',
  EXIM: '035',
  IBANK: '066',
  TISCO: '067',
  KKP: '069',
  ICBC: '070',
  TCRB: '071',
  LH: '073',
  SME: '098',
}

/** One form for a sending bank, whether it was named by digits or by letters. */
export function sendingBankOf(named: string): string {
  const code = named.trim().toUpperCase()
  return bankDigits[code] ?? code
}

/** The letters by which the operator lists a bank, however it was named. */
export function bankLettersOf(named: string): string {
  const digits = sendingBankOf(named)
  return Object.keys(bankDigits).find((letters) => bankDigits[letters] === digits) ?? digits
}

/** Whether everybody who names this bank so, by hand or by its slips and callbacks, claims the same transfers. */
export function isKnownBank(named: string): boolean {
  return /^\d{3}$/.test(named) || Object.hasOwn(bankDigits, named.toUpperCase())
}

/** One form for a transfer's reference: some banks write its letters small on one paper and in capitals on another. */
export function transRefOf(told: string): string {
  return told.toUpperCase()
}

/** Whether two namings mean one transfer. */
export function isSameTransfer(one: NamedBy, other: NamedBy): boolean {
  return transferClaim(one).key === transferClaim(other).key
}

/** What every door that credits a bank transfer claims, whether by QR, slip or hand: it can be credited once. */
export function transferClaim(transfer: NamedBy): { kind: string; key: string } {
  return { kind: 'bank-transfer', key: `${sendingBankOf(transfer.sendingBank)}:${transRefOf(transfer.transRef)}` }
}

interface NamedBy {
  sendingBank: string
  transRef: string
}
