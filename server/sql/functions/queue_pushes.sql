-- Queues what users were just told for their browsers, in the transaction that told them: one row per browser and
-- category, however much it was; the last one is the newest. Takes no lock that another one waits for.
create or replace function queue_pushes(p_user bigint[], p_kind text[], p_facts jsonb[]) returns void language sql as $$
  insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
    select browser.id, browser.user_id, newest.category, newest.kind, newest.facts, newest.count,
           clock_timestamp(), clock_timestamp() + newest.kept, clock_timestamp() + newest.pause
      from (select distinct on (told.user_id, terms.category)
                   told.user_id, terms.category, told.kind, told.facts, terms.kept, terms.pause,
                   count(*) over (partition by told.user_id, terms.category) as count
              from unnest(p_user, p_kind, p_facts) with ordinality as told (user_id, kind, facts, nth)
              join push_terms() terms on terms.kind = told.kind
              left join push_preference switches on switches.user_id = told.user_id
              left join message_preference muted on muted.user_id = told.user_id
             where not (terms.category = any (coalesce(switches.off, '{}')))
               and (terms.muted_group is null or not (terms.muted_group = any (coalesce(muted.muted, '{}'))))
             order by told.user_id, terms.category, told.nth desc) newest
      join push_subscription browser on browser.user_id = newest.user_id
$$;
