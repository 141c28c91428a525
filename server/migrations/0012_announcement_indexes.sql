-- Up Migration

-- Read marks go with their announcement: without an index, the sweep would look through all of them for each one.
create index announcement_read_by_announcement on announcement_read (announcement_id);
-- Those to one user; those to everybody stand under null.
create index announcement_by_user on announcement (user_id, created_at desc, id desc);
-- The list reads by time (message_newest); each settled order writes a message, so an index that nothing reads costs.
drop index message_by_user;
