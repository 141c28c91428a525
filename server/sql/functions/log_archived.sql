-- Puts the files whose keys begin so into the public log of feed events. Settlements and heads are leaves of signed logs themselves.
create or replace function log_archived(p_folder text, p_now_ms bigint) returns void language sql as $$
  select append_feed_events(array_agg(p_now_ms), array_agg('archive'::text), array_agg('-'::text),
                            array_agg(object_key || '|' || archive_note(file) order by object_key))
    from record_archive file where starts_with(object_key, p_folder) having count(*) > 0
$$;
