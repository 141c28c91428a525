-- What the public log of feed events keeps of a file of the archive: whoever changes the note, or the file, is found out by it.
create or replace function archive_note(p_file record_archive) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws('|', p_file.parent, p_file.object_key, p_file.first_key, p_file.last_key,
                                            p_file.records, encode(p_file.sha256, 'hex')), 'UTF8')), 'hex')
$$;
