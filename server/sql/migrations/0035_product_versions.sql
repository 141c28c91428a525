-- Counts the changes of a product's terms; the first terms are version 0.
alter table product add column revision integer not null default 0;

-- Each change of a product, announced before it holds (PRODUCT.md 10.12). `terms` and `before` are as everybody reads them.
create table product_change (
  id bigint generated always as identity primary key,
  symbol text not null check (symbol ~ '^[A-Z0-9]{2,16}$'),
  revision integer not null check (revision > 0),
  part text not null check (part in ('added', 'names', 'durations', 'stakes', 'calendar', 'maintenance')),
  terms jsonb not null,
  before jsonb,
  announced_at timestamptz not null,
  effective_at timestamptz not null,
  applied_at timestamptz,
  withdrawn_at timestamptz,
  made_by text not null check (made_by <> ''),
  unique (symbol, revision),
  check (effective_at >= announced_at),
  check (applied_at is null or withdrawn_at is null),
  check (before is null or applied_at is not null)
);
create index product_change_due on product_change (effective_at) where applied_at is null and withdrawn_at is null;
