-- What a note of the archive may say; an empty first key was passed over by whoever reads files in the order of their keys.
alter table record_archive add constraint record_archive_keys_check check (first_key <= last_key
  and first_key ~ case parent when 'trade_order' then '^[0-9a-f-]{36}$' else '^[0-9]{20}$' end
  and last_key ~ case parent when 'trade_order' then '^[0-9a-f-]{36}$' else '^[0-9]{20}$' end);

-- The newest entry of the audit log. The next one is chained to it, whatever has become of the entries before.
create table audit_end (
  one boolean primary key default true check (one),
  id bigint not null,
  hash bytea not null
);
insert into audit_end (id, hash) select id, hash from audit_entry order by id desc limit 1;

-- What was archived before stands in the public log from now on, as what is archived later does (archive_note.sql).
select pg_advisory_xact_lock(4207003);
insert into feed_event (leaf, at_ms, kind, symbol, entry)
  select coalesce(newest.leaf, -1) + note.place, greatest(newest.at_ms, clock.ms), 'archive', '-',
         concat_ws('|', 'feed', 1, greatest(newest.at_ms, clock.ms), 'archive', '-', note.object_key, note.hash)
    from (select object_key, row_number() over (order by parent, first_key) as place,
                 encode(sha256(convert_to(concat_ws('|', parent, object_key, first_key, last_key, records, encode(sha256, 'hex')),
                                          'UTF8')), 'hex') as hash
            from record_archive where parent not in ('settlement', 'tree_head')) note
   cross join (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms) clock
    left join (select leaf, at_ms from feed_event order by leaf desc limit 1) newest on true;
