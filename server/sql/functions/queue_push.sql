-- Queues what users were just told for their browsers, in the statement and the transaction that told them: one row a
-- browser and category, however many messages there are. Takes no lock that another one waits for.
create or replace function queue_push() returns trigger language plpgsql as $$
begin
  if not exists (select from push_subscription) then
    return null;
  end if;
  insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
    select s.id, s.user_id, newest.category, newest.kind, newest.facts, newest.count,
           clock_timestamp(), clock_timestamp() + newest.kept, clock_timestamp() + newest.pause
      from (select distinct on (t.user_id, terms.category)
                   t.user_id, terms.category, t.kind, t.facts, terms.kept, terms.pause,
                   count(*) over (partition by t.user_id, terms.category) as count
              from told t join push_terms() terms on terms.kind = t.kind
              left join push_preference switches on switches.user_id = t.user_id
              left join message_preference muted on muted.user_id = t.user_id
             where exists (select from push_subscription s where s.user_id = t.user_id)
               and not (terms.category = any (coalesce(switches.off, '{}')))
               and (terms.muted_group is null or not (terms.muted_group = any (coalesce(muted.muted, '{}'))))
             order by t.user_id, terms.category, t.id desc) newest
      join push_subscription s on s.user_id = newest.user_id;
  return null;
end $$;
