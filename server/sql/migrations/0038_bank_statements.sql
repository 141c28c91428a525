-- Bank statements that a cashier imports (PRODUCT.md 20.11), and the lines that came with each for the first time.
create table bank_statement (
  id bigint generated always as identity primary key,
  file_name text not null,
  format text not null check (format in ('csv', 'mt940', 'camt053')),
  own_account text,
  imported_by text not null,
  imported_at timestamptz not null,
  lines integer not null check (lines > 0),
  added integer not null check (added >= 0),
  outgoing integer not null check (outgoing >= 0)
);

create table bank_statement_line (
  id bigint generated always as identity primary key,
  statement_id bigint not null references bank_statement (id),
  place integer not null,
  -- The same line of another file, or of another format, has the same.
  fingerprint bytea not null unique,
  booked_on date not null,
  amount bigint not null check (amount <> 0),
  currency text not null,
  -- Of the deposit that the text names; null where it names none, or several.
  reference text,
  named text not null check (named in ('exact', 'inexact', 'several', 'none')),
  -- Null once the user was deleted whose deposit it names.
  sealed_text text
);
create index bank_statement_line_by_statement on bank_statement_line (statement_id, id);
create index bank_statement_line_by_reference on bank_statement_line (reference, id) where reference is not null;
create index bank_statement_line_by_day on bank_statement_line (booked_on);
