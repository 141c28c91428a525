-- When a device has shown that it is its user's: by opening the account, or by a right trade password. Only then nobody else's wrong
-- tries count for it (PRODUCT.md 9.5), and no newer device takes its place. Those that counted apart before go on.
alter table device add column proven_at timestamptz;
update device set proven_at = device.last_at from app_user
 where app_user.id = device.user_id
   and (device.first_at <= clock_timestamp() - interval '1 day' or device.first_at = app_user.first_login_at);

-- Tries at the secrets of staff, by a hash of what is counted and the login that was typed, whether anybody has it or not: an unknown
-- login is answered as a known one.
create table staff_try (
  key bytea primary key,
  failures int not null,
  last_failed_at timestamptz not null,
  locked_until timestamptz,
  locks int not null default 0
);
