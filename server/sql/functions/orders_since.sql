-- How many orders of the user were accepted after this instant. An order is open, or it was closed after it was accepted: both
-- are found in the user's own indexes. An id is made at most a day before its order is accepted. A table, so that the planner writes
-- it into the query instead of starting it for each order.
create or replace function orders_since(p_user bigint, p_from_ms bigint) returns table (orders bigint) language sql stable as $$
  select (select count(*) from trade_order
           where user_id = p_user and status <= order_open() and accepted_at_ms > p_from_ms
             and id >= (lpad(to_hex(p_from_ms - 86400000), 12, '0') || repeat('0', 20))::uuid)
       + (select count(*) from trade_order
           where user_id = p_user and status > order_open() and closed_at_ms > p_from_ms and accepted_at_ms > p_from_ms
             and id >= (lpad(to_hex(p_from_ms - 86400000), 12, '0') || repeat('0', 20))::uuid)
$$;
