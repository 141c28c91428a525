-- A picture that cannot be read counts as an upload of its day, because it took the same time; its row goes after a day, as others do.
alter table upload add column refused_at timestamptz;
