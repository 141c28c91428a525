-- The note of an archive file in the public log of feed events: it reveals any change of the note or the file.
create or replace function archive_note(p_file record_archive) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', p_file.parent, p_file.object_key, p_file.first_key, p_file.last_key,
                                            p_file.records, encode(p_file.sha256, 'hex')), 'UTF8')), 'hex')
$$;
