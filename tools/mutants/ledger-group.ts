import { sqlFile } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const file = sqlFile('groups')

/** Bugs of what is written in groups, and of the locks around it. */
export const groupMutants: readonly Mutant[] = [
  {
    name: 'ids are not locked: a transfer and a closing share one',
    file,
    find: "PERFORM ledger_lock_ids(ARRAY(SELECT jsonb_path_query(submissions, '$[*].movements[*].id') #>> '{}'));",
    replace: '',
    tests: ['contested-ids'],
  },
  {
    name: 'a group mixes currencies',
    file,
    find: 'source.currency = target.currency AND amount > 0',
    replace: 'amount > 0',
    tests: ['model'],
  },
  {
    name: 'a group settles all of a hold for a part',
    file,
    find: "WHEN 'settle' THEN coalesce(amount, amount_minor) ELSE 0 END AS moved",
    replace: "WHEN 'settle' THEN amount_minor ELSE 0 END AS moved",
    tests: ['safety', 'model'],
  },
  {
    name: 'a group frees only the part that is settled',
    file,
    find: "WHEN 'hold' THEN -amount ELSE amount_minor END AS freed",
    replace: "WHEN 'hold' THEN -amount ELSE coalesce(amount, amount_minor) END AS freed",
    tests: ['safety', 'model'],
  },
  {
    name: 'the content of a group leaves out the metadata',
    file,
    find: 'said.amount, said.code, note, said.metadata,',
    replace: 'said.amount, said.code, note, NULL::jsonb,',
    tests: ['model'],
  },
  {
    name: 'the entries of a hold that a group settles tell its id for its reference',
    file,
    find: 'coalesce(note, held.reference) AS booked_note',
    replace: 'coalesce(note, held.id) AS booked_note',
    tests: ['safety', 'model'],
  },
  {
    name: 'a group counts holds on the wrong side',
    file,
    find: 'held_minor = held_minor + held,\n',
    replace: 'held_minor = held_minor + arriving,\n',
    tests: ['model'],
  },
  {
    name: 'a group raises versions by one alone',
    file,
    find: 'version = version + versions',
    replace: 'version = version + 1',
    tests: ['model'],
  },
  {
    name: 'a group forgets what is pending',
    file,
    find: 'pending_count = pending_count + pending,',
    replace: 'pending_count = pending_count,',
    tests: ['model'],
  },
  {
    name: 'a group seals entries in the wrong order',
    file,
    find: 'WHEN min(account_id) = min(account_id) FILTER (WHERE turn = 1)',
    replace: 'WHEN min(account_id) <> min(account_id) FILTER (WHERE turn = 1)',
    tests: ['model'],
  },
  {
    name: 'the clock going back turns the order of entries of a group',
    file,
    find: 'THEN greatest(last_recorded_at, recorded) ELSE',
    replace: 'THEN recorded ELSE',
    tests: ['model'],
  },
  {
    name: 'a guard in a group does not see what stands before it',
    file,
    find: 'WHERE NOT fine OR (fine AND first_moved < item)',
    replace: 'WHERE NOT fine',
    tests: ['safety'],
  },
  {
    name: 'news of a group are written with each of its runs',
    file,
    find: 'AS news (item, topic, key, payload, place)\n  WHERE item BETWEEN first_item AND last_item ORDER BY place',
    replace: 'AS news (item, topic, key, payload, place)\n  ORDER BY place',
    tests: ['safety'],
  },
  {
    name: 'a group says that all of a hold was settled',
    file,
    find: "CASE kind WHEN 'settle' THEN 'settled' ELSE 'voided' END, settled_minor = moved",
    replace: "CASE kind WHEN 'settle' THEN 'settled' ELSE 'voided' END, settled_minor = sign(moved) * amount_minor",
    tests: ['safety'],
  },
]
