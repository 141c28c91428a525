-- Whether an error is about the rows that were to be booked. A lock, a lost connection, a full disk, a stopped query, a missing
-- right or function (a migration may just change them) is not: that fails as a whole and is tried again as a whole.
create or replace function is_about_row(p_sqlstate text) returns boolean language sql immutable parallel safe as $$
  select p_sqlstate !~ '^(08|40|42|53|54|55|57|58|F0|XX)'
$$;
