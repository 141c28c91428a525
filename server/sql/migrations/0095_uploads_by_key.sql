-- `ops objects check` and `objects back-up` read photos in the order of the bytes of their keys, as the store lists them; the unique
-- index sorts by the collation of the database. Uploads wait while it is made: some seconds where there are millions.
create index upload_by_key on upload (object_key collate "C");
