-- The code of a shared result was made from the settlement, whose text only its user has; app, scripts and docs/PROOF_FORMAT.md make
-- it from the settlement's leaf in the public log. Nobody could open a result by the code that was printed.
update shared_result set code = found.code
  from (
    select shared.user_id, shared.order_id,
           (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits.whole >> (5 * (11 - letter))) & 31)::int + 1, 1), ''
                              order by letter)
              from generate_series(0, 11) as letter) as code
      from shared_result shared
      join result_leaf leaf
        on leaf.key = sha256(convert_to(shared.order_id::text, 'UTF8'))
       and leaf.minute = (('x' || substr(replace(shared.order_id::text, '-', ''), 1, 12))::bit(48)::bigint / 60000)::int
     cross join lateral (
       select ('x' || substr(encode(sha256(decode('00', 'hex') || convert_to(concat_ws('|', 'settled', 1, leaf.minute,
                encode(leaf.key, 'hex'), encode(leaf.hash, 'hex')), 'UTF8')), 'hex'), 1, 15))::bit(60)::bigint as whole
     ) bits
  ) found
 where shared_result.user_id = found.user_id and shared_result.order_id = found.order_id and shared_result.code <> found.code;
