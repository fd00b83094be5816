/** All tables of the sandbox. Times are milliseconds since 1970, money is integer minor units or hundredths of credits. */
export const schema = `
CREATE TABLE IF NOT EXISTS fault (
  party TEXT PRIMARY KEY,
  mode TEXT NOT NULL,
  times INTEGER NOT NULL,
  ms INTEGER,
  fired INTEGER NOT NULL,
  fired_ever INTEGER NOT NULL
) STRICT;

-- What will happen by itself later: a call that a fault holds back, an accepted one that is not done yet.
CREATE TABLE IF NOT EXISTS pending_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  due_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS pending_event_due ON pending_event (due_at);

CREATE TABLE IF NOT EXISTS message (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  inbox TEXT NOT NULL,
  recipient TEXT NOT NULL,
  text TEXT NOT NULL,
  sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS message_inbox ON message (inbox, sequence);

CREATE TABLE IF NOT EXISTS qr (
  reference TEXT PRIMARY KEY,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  account_no TEXT,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS transfer (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  trans_ref TEXT NOT NULL UNIQUE,
  sending_bank TEXT NOT NULL,
  receiving_bank TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  from_bank TEXT NOT NULL,
  from_account TEXT NOT NULL,
  from_name TEXT NOT NULL,
  to_bank TEXT NOT NULL,
  to_account TEXT NOT NULL,
  to_name TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS transfer_reference ON transfer (reference);
CREATE TABLE IF NOT EXISTS transfer_told (
  trans_ref TEXT PRIMARY KEY REFERENCES transfer (trans_ref),
  name TEXT NOT NULL,
  name_en TEXT
) STRICT;

-- The payments of QR codes in the order in which they became known: the cursor of the bank's list is the sequence.
CREATE TABLE IF NOT EXISTS payment (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  trans_ref TEXT NOT NULL UNIQUE REFERENCES transfer (trans_ref),
  reference TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payment_reference ON payment (reference);

CREATE TABLE IF NOT EXISTS payout (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL UNIQUE,
  trans_ref TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  to_bank TEXT NOT NULL,
  to_account TEXT NOT NULL,
  to_name TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS callback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_answer TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS callback_due ON callback (due_at) WHERE state IN ('waiting', 'held');

CREATE TABLE IF NOT EXISTS gift (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT NOT NULL UNIQUE,
  amount_minor INTEGER NOT NULL,
  people INTEGER NOT NULL,
  kind TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The shares of a gift, decided when it is made; who has taken one, and when.
CREATE TABLE IF NOT EXISTS gift_share (
  code TEXT NOT NULL REFERENCES gift (code),
  number INTEGER NOT NULL,
  amount_minor INTEGER NOT NULL,
  mobile TEXT,
  taken_at INTEGER,
  PRIMARY KEY (code, number),
  UNIQUE (code, mobile)
) STRICT;

CREATE TABLE IF NOT EXISTS player (
  provider TEXT NOT NULL,
  username TEXT NOT NULL,
  password TEXT NOT NULL,
  reference TEXT,
  balance_hundredths INTEGER NOT NULL CHECK (balance_hundredths >= 0),
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, username)
) STRICT;

CREATE TABLE IF NOT EXISTS game_transfer (
  provider TEXT NOT NULL,
  id TEXT NOT NULL,
  username TEXT NOT NULL,
  direction TEXT NOT NULL,
  amount_hundredths INTEGER NOT NULL,
  state TEXT NOT NULL,
  balance_hundredths INTEGER,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, id)
) STRICT;

CREATE TABLE IF NOT EXISTS game_session (
  token TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  username TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- What gateways were asked to collect or to pay out; details are JSON of what each keeps beside it.
CREATE TABLE IF NOT EXISTS gateway_order (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  party TEXT NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  state TEXT NOT NULL,
  details TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  paid_at INTEGER,
  trans_ref TEXT,
  UNIQUE (party, id)
) STRICT;
CREATE INDEX IF NOT EXISTS gateway_order_reference ON gateway_order (party, kind, reference);
`
