-- Until when the document of a verified person is valid, as its reviewer read it; null where it has no such date. `expiry_told`:
-- 1 once its user was told that it ends soon, 2 once it has ended.
alter table verification add column valid_until date;
alter table verification add column expiry_told smallint not null default 0;
create index verification_expiry on verification (valid_until) where status = 'verified' and expiry_told < 2;
