-- Writes the archive note of the next 2^14 ticks and deletes them. Their root must be the one that the store returned
-- and that the log has kept. Ticks leave the log in no other way; it runs with the rights of the owner, as nobody else
-- may delete any.
create or replace function drop_archived_ticks(p_product int, p_first bigint, p_root bytea, p_bytes bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_last bigint := p_first + 16383;
begin
  if p_first is distinct from (select coalesce(max(last), 0) + 1 from tick_archive where product_id = p_product)
     or p_root is distinct from tick_root(p_product, p_first, v_last)
     or not exists (select from log_node where tree = p_product and level = 14 and position = (p_first - 1) / 16384
                                           and hash = p_root) then
    raise exception 'ticks % to % of product % are not in the archive', p_first, v_last, p_product using errcode = '42501';
  end if;
  insert into tick_archive (product_id, first, last, from_ms, to_ms, root, object_key, bytes)
    select p_product, p_first, v_last, min(at_ms), max(at_ms), p_root, 'ticks/' || p_product || '/' || lpad(p_first::text, 14, '0'), p_bytes
      from tick where product_id = p_product and sequence between p_first and v_last;
  delete from tick where product_id = p_product and sequence between p_first and v_last;
end $$;
revoke execute on function drop_archived_ticks(int, bigint, bytea, bigint) from public;
