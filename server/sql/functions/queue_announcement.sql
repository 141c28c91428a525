-- An announcement to one user is queued at once; one to everybody is left to the workers, who reach them by and by.
create or replace function queue_announcement() returns trigger language plpgsql as $$
begin
  if new.user_id is null then
    insert into push_fanout (announcement_id) select new.id where exists (select from push_subscription);
  else
    insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
      select browser.id, browser.user_id, terms.category, terms.kind, jsonb_build_object('announcement', new.id::text), 1,
             clock_timestamp(), clock_timestamp() + terms.kept, clock_timestamp() + terms.pause
        from push_subscription browser join push_terms() terms on terms.kind = 'announcement'
        left join push_preference switches on switches.user_id = browser.user_id
       where browser.user_id = new.user_id and not (terms.category = any (coalesce(switches.off, '{}')));
  end if;
  return null;
end $$;
