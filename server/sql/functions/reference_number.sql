-- A number that users see and quote, as shared/referenceNumber.ts writes it: 30 bits of the second since 2024 and 20 bits of
-- the running number, in Crockford's base 32 (test: server/test/constants.test.ts).
create or replace function reference_number(prefix text, number bigint, at_ms bigint) returns text
language sql immutable parallel safe as $$
  select prefix || '-' || string_agg(
           substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((packed.value >> (5 * place)) & 31)::int + 1, 1), '' order by place desc)
    from (select ((greatest(0, at_ms / 1000 - 1704067200) & 1073741823) << 20) | (number & 1048575) as value) packed,
         generate_series(0, 9) place
$$;
