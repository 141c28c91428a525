-- What was agreed stands in the order itself, so that settling looks at nothing else. Orders that exist take what has
-- decided them so far.
alter table trade_order
  add column currency text,
  add column scale smallint,
  add column entry_timeout_ms int,
  add column stale_after_ms int;
update trade_order placed
   set currency = 'USD', scale = 2, entry_timeout_ms = product.entry_timeout_ms, stale_after_ms = product.stale_after_ms
  from product where product.id = placed.product_id;
alter table trade_order
  alter column currency set not null,
  alter column scale set not null,
  alter column entry_timeout_ms set not null,
  alter column stale_after_ms set not null;

-- A head keeps what it signed of each product, in the order of the symbols: `throughs` maps a symbol to the time up to which
-- its log was complete, `roots` has 32 bytes a product. Heads from before have neither.
alter table tree_head
  add column throughs jsonb not null default '{}',
  add column roots bytea not null default '';
