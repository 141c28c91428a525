-- Orders that were void because they were settled too late are counted as the other reasons are.
alter table settlement_day add column settled_late bigint not null default 0;
alter table settlement_archive_day add column settled_late bigint not null default 0;
