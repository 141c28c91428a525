-- A number that users see and quote, as shared/referenceNumber.ts writes it: 30 bits of the second since 2024 and 20 bits of
-- the running number, in Crockford's base 32 (test: server/test/constants.test.ts). A term a digit: the planner writes it into
-- the query, and each settled order has its number written twice.
create or replace function reference_number(prefix text, number bigint, at_ms bigint) returns text
language sql immutable parallel safe as $$
  select prefix || '-'
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((greatest(0, at_ms / 1000 - 1704067200) >> 25) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((greatest(0, at_ms / 1000 - 1704067200) >> 20) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((greatest(0, at_ms / 1000 - 1704067200) >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((greatest(0, at_ms / 1000 - 1704067200) >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((greatest(0, at_ms / 1000 - 1704067200) >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (greatest(0, at_ms / 1000 - 1704067200) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((number >> 15) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((number >> 10) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((number >> 5) & 31)::int + 1, 1)
    || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (number & 31)::int + 1, 1)
$$;
