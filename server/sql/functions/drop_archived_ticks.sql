-- Deletes a stretch of ticks that the archive has under the root that the log has kept. Ticks leave the log in no other way; it
-- runs with the rights of the owner, as nobody else may delete any.
create or replace function drop_archived_ticks(p_product int, p_first bigint, p_last bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (
    select from tick_archive stretch
      -- 2^14 ticks have one node of the tree.
      join log_node node on node.tree = stretch.product_id and node.level = 14
                        and node.position = (stretch.first - 1) / 16384 and node.hash = stretch.root
     where stretch.product_id = p_product and stretch.first = p_first and stretch.last = p_last
       and p_last - p_first = 16383
  ) then
    raise exception 'ticks % to % of product % are not in the archive', p_first, p_last, p_product using errcode = '42501';
  end if;
  delete from tick where product_id = p_product and sequence between p_first and p_last;
end $$;
revoke execute on function drop_archived_ticks(int, bigint, bigint) from public;
