-- Since when no article and no working copy names a picture; null while one does (PRODUCT.md 20.14).
alter table content_media add column unused_at timestamptz;
