-- Queues new messages for the browsers of their users, in the statement that wrote them.
create or replace function queue_push() returns trigger language plpgsql as $$
begin
  if exists (select from push_subscription) then
    perform queue_pushes(array_agg(told.user_id order by told.id), array_agg(told.kind order by told.id),
                         array_agg(told.facts order by told.id))
       from told where exists (select from push_subscription where user_id = told.user_id);
  end if;
  return null;
end $$;
