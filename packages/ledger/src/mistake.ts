/**
 * A submission that no correct caller makes: an amount that is no integer, an unregistered table, a column that is
 * not there, a broken constraint of a business row. Nothing of it was written, and sending it again changes nothing.
 */
export class LedgerMistake extends Error {
  /** The SQLSTATE when the database found it, null when it never got there. */
  readonly sqlState: string | null

  constructor(message: string, sqlState: string | null = null) {
    super(message)
    this.name = 'LedgerMistake'
    this.sqlState = sqlState
  }
}
