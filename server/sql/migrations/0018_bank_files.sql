-- How the CSV files of a bank are read (PRODUCT.md 20.11), as two people have agreed.
create table bank_file_description (
  name text primary key,
  description jsonb not null,
  agreed_at timestamptz not null
);

alter table bank_statement
  -- The name of the description that the file was read by.
  add column described_by text,
  drop constraint bank_statement_format_check,
  add constraint bank_statement_format_check
    check (format in ('csv', 'mt940', 'camt052', 'camt053', 'camt054'));
