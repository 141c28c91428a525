-- Stores signed updates that were verified. Several may say the same second: only the first of them, which names an earlier second
-- before it, decides anything, and only that is stored. Returns how many were new.
create or replace function store_updates(p_product int[], p_set text, p_proof bytea[]) returns bigint language sql as $$
  with stored as (
    insert into signed_update (product_id, signer_set, publish_at, proof)
      select given.product_id, p_set, says.publish_at, given.proof
        from unnest(p_product, p_proof) as given (product_id, proof)
        cross join lateral read_update(given.proof) says
       where says.previous_at < says.publish_at
       order by 1, 3
      on conflict do nothing
      returning 1)
  select count(*) from stored
$$;
