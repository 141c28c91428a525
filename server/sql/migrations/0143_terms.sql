-- The terms of service that a user has agreed to, by the time of their text, and when; null for accounts from before there were any.
alter table app_user
  add column terms_version timestamptz,
  add column terms_accepted_at timestamptz,
  add constraint app_user_terms_whole check ((terms_version is null) = (terms_accepted_at is null));
