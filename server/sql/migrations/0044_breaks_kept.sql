-- Trading opens a day after the person asked for it, and nobody can ask before the break is over (PRODUCT.md 19.5).
alter table account_break drop constraint account_break_check,
  add constraint account_break_reopens check (reopens_at is null or reopens_at >= until + interval '24 hours' and until is not null);
alter table person_break drop constraint person_break_check,
  add constraint person_break_reopens check (reopens_at is null or reopens_at >= until + interval '24 hours' and until is not null);
