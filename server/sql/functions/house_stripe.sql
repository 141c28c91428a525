-- The row of a house account of this kind to which transfers with this user post.
create or replace function house_stripe(p_kind smallint, p_user bigint) returns smallint language sql immutable as $$
  select case when p_kind in (account_funding(), account_fees()) then p_user % 16 else 0 end::smallint
$$;
