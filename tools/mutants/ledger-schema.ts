import { sqlFile } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const tables = sqlFile('tables')
const chain = sqlFile('chain')

/** Bugs of the tables, their triggers and constraints, and of what is sealed. */
export const schemaMutants: readonly Mutant[] = [
  {
    name: 'the constraint on a limit does not count holds',
    file: tables,
    find: 'CHECK (posted_minor - held_minor >= floor_minor)',
    replace: 'CHECK (posted_minor >= floor_minor)',
    tests: ['audit'],
  },
  {
    name: 'a balance on the way may be more than a safe integer',
    file: tables,
    find: 'balance_minor bigint NOT NULL CHECK (balance_minor BETWEEN -9007199254740991 AND 9007199254740991)',
    replace: 'balance_minor bigint NOT NULL',
    tests: ['rules'],
  },
  {
    name: 'a hold may have two closings',
    file: tables,
    find: 'hold_id text COLLATE "C" NOT NULL UNIQUE REFERENCES',
    replace: 'hold_id text COLLATE "C" NOT NULL REFERENCES',
    tests: ['audit'],
  },
  {
    name: 'entries that do not balance are found on one side only',
    file: tables,
    find: 'HAVING sum(amount_minor) <> 0 LIMIT 1',
    replace: 'HAVING sum(amount_minor) < 0 LIMIT 1',
    tests: ['audit'],
  },
  {
    name: 'the trigger on entries lets them be deleted',
    file: tables,
    find: 'ledger_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE',
    replace: 'ledger_entry_unchanged BEFORE UPDATE OR TRUNCATE',
    tests: ['audit'],
  },
  {
    name: 'the trigger on entries lets them be emptied',
    file: tables,
    find: 'ledger_entry_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE',
    replace: 'ledger_entry_unchanged BEFORE UPDATE OR DELETE',
    tests: ['audit'],
  },
  {
    name: 'the trigger on closings lets them be changed',
    file: tables,
    find: 'ledger_closing_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE',
    replace: 'ledger_closing_unchanged BEFORE DELETE OR TRUNCATE',
    tests: ['audit'],
  },
  {
    name: 'the trigger on transfers lets them be deleted',
    file: tables,
    find: 'ledger_transfer_kept BEFORE DELETE OR TRUNCATE',
    replace: 'ledger_transfer_kept BEFORE TRUNCATE',
    tests: ['audit'],
  },
  {
    name: 'a transfer that is closed may change again',
    file: tables,
    find: "WHEN (OLD.state <> 'pending' OR NEW.state NOT IN",
    replace: 'WHEN (NEW.state NOT IN',
    tests: ['audit'],
  },
  {
    name: 'an account may be renamed',
    file: tables,
    find: 'BEFORE UPDATE OF id, name, currency ON ledger_account',
    replace: 'BEFORE UPDATE OF id, currency ON ledger_account',
    tests: ['audit'],
  },
  {
    name: 'the trigger on seals lets them be emptied',
    file: tables,
    find: 'ledger_seal_unchanged BEFORE UPDATE OR DELETE OR TRUNCATE',
    replace: 'ledger_seal_unchanged BEFORE UPDATE OR DELETE',
    tests: ['chain'],
  },
  {
    name: 'the head of a strand may go back',
    file: tables,
    find: 'WHEN (NEW.id <> OLD.id OR NEW.number <> OLD.number + 1)',
    replace: 'WHEN (NEW.id <> OLD.id)',
    tests: ['chain'],
  },
  {
    name: 'the digest leaves out when it happened',
    file: chain,
    find: 'sha256(content || timestamptz_send(occurred) || timestamptz_send(recorded)',
    replace: 'sha256(content || timestamptz_send(recorded)',
    tests: ['chain'],
  },
  {
    name: 'the digest leaves out the entries',
    file: chain,
    find: "|| convert_to(id, 'UTF8') || lines)",
    replace: "|| convert_to(id, 'UTF8'))",
    tests: ['chain'],
  },
  {
    name: 'the seal of an entry leaves out the balance',
    file: chain,
    find: 'int8send(amount) || int8send(balance)',
    replace: 'int8send(amount)',
    tests: ['chain'],
  },
  {
    name: 'the seal of an entry leaves out its number',
    file: chain,
    find: 'int8send(account) || int8send(number) || int8send(amount)',
    replace: 'int8send(account) || int8send(amount)',
    tests: ['chain'],
  },
  {
    name: 'a seal does not cover the one before it',
    file: chain,
    find: 'SELECT sha256(before || int8send(strand)',
    replace: 'SELECT sha256(int8send(strand)',
    tests: ['chain'],
  },
  {
    name: 'a past balance leaves out its own moment',
    file: chain,
    find: 'SELECT recorded_at <= moment',
    replace: 'SELECT recorded_at < moment',
    tests: ['reading-back'],
  },
]
