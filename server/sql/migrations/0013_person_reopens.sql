-- When the person may trade again who asked for it after the break; null while nobody has asked. A break that is over but was
-- never asked to end holds for another account of the person, too.
alter table person_break add column reopens_at timestamptz check (reopens_at > until);
