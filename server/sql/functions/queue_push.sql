-- Queues what users were just told for their browsers, in the statement and the transaction that told them: one row a
-- browser and category, however many messages there are. Takes no lock that another one waits for.
create or replace function queue_push() returns trigger language plpgsql as $$
begin
  if not exists (select from push_subscription) then
    return null;
  end if;
  insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
    select browser.id, browser.user_id, newest.category, newest.kind, newest.facts, newest.count,
           clock_timestamp(), clock_timestamp() + newest.kept, clock_timestamp() + newest.pause
      from (select distinct on (told.user_id, terms.category)
                   told.user_id, terms.category, told.kind, told.facts, terms.kept, terms.pause,
                   count(*) over (partition by told.user_id, terms.category) as count
              from told join push_terms() terms on terms.kind = told.kind
              left join push_preference switches on switches.user_id = told.user_id
              left join message_preference muted on muted.user_id = told.user_id
             where exists (select from push_subscription where user_id = told.user_id)
               and not (terms.category = any (coalesce(switches.off, '{}')))
               and (terms.muted_group is null or not (terms.muted_group = any (coalesce(muted.muted, '{}'))))
             order by told.user_id, terms.category, told.id desc) newest
      join push_subscription browser on browser.user_id = newest.user_id;
  return null;
end $$;
