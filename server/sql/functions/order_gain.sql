-- Above zero if an order wins at these prices, below if it loses, zero for a tie. Null for a direction that is not named here: the
-- order then gets no status, and is set aside instead of being booked by the rule of another direction.
create or replace function order_gain(p_direction smallint, p_entry numeric, p_exit numeric) returns numeric
language sql immutable parallel safe return
  case p_direction when direction_up() then p_exit - p_entry when direction_down() then p_entry - p_exit end;
