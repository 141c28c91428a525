-- Whether the first head that holds an order is dated after the second of its entry began: the order is void by rule.
create or replace function is_logged_late(p_head bigint, p_accepted_at_ms bigint) returns boolean language sql stable
return (select at_ms from tree_head where number = p_head) > p_accepted_at_ms;
