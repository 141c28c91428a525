-- Up Migration

-- Wrong trade passwords lock money out for a while without touching login (product.md, "Accounts").
create table trade_password_attempt (
  user_id bigint primary key references app_user (id),
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz
);
