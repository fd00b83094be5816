import { ledgerMigrations } from '@krapao/ledger'
import { auditMigrations } from './ledger/audit.ts'
import { commandJournalMigrations } from './command-journal.migrations.ts'
import { backofficeMigrations } from './modules/backoffice/index.ts'
import { cashierLedgerTables, cashierMigrations } from './modules/cashier/index.ts'
import { contentMigrations } from './modules/content/index.ts'
import { deedsMigrations } from './modules/deeds/index.ts'
import { gamesLedgerTables, gamesMigrations } from './modules/games/index.ts'
import { membersLedgerTables, membersMigrations } from './modules/members/index.ts'
import { operatorMigrations } from './modules/operator/index.ts'
import { privacyMigrations } from './modules/privacy/index.ts'
import { proposalsMigrations } from './modules/proposals/index.ts'
import { protectionMigrations } from './modules/protection/index.ts'
import { reconciliationMigrations } from './modules/reconciliation/index.ts'
import { reportsMigrations } from './modules/reports/index.ts'
import { rewardsLedgerTables, rewardsMigrations } from './modules/rewards/index.ts'
import { staffMigrations } from './modules/staff/index.ts'
import { supportMigrations } from './modules/support/index.ts'
import type { SqlMigration } from './platform/database/index.ts'
import { filesMigrations } from './platform/files/index.ts'
import { platformLedgerTables, platformMigrations } from './platform/http/index.ts'
import { partiesMigrations } from './platform/parties/index.ts'

/** Every migration of the server, of all modules. */
export const appMigrations: readonly SqlMigration[] = [
  ...ledgerMigrations,
  ...platformMigrations,
  ...filesMigrations,
  ...partiesMigrations,
  ...deedsMigrations,
  ...operatorMigrations,
  ...membersMigrations,
  ...gamesMigrations,
  ...rewardsMigrations,
  ...cashierMigrations,
  ...supportMigrations,
  ...staffMigrations,
  ...proposalsMigrations,
  ...contentMigrations,
  ...protectionMigrations,
  ...privacyMigrations,
  ...backofficeMigrations,
  ...reportsMigrations,
  ...reconciliationMigrations,
  ...auditMigrations,
  ...commandJournalMigrations,
]

/** Tables whose rows the ledger may write and guard. */
export const ledgerTables: readonly string[] = [
  ...platformLedgerTables,
  ...membersLedgerTables,
  ...gamesLedgerTables,
  ...rewardsLedgerTables,
  ...cashierLedgerTables,
]
