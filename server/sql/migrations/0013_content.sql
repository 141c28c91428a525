-- Articles and documents.

-- Articles and documents. Seeds never overwrite what an operator published (`seed_hash` is null then).
create table content_item (
  id text primary key check (id ~ '^[a-z0-9-]{2,64}$'),
  kind text not null check (kind in ('news', 'document')),
  status text not null check (status in ('draft', 'published', 'withdrawn')),
  cover text,
  published_at timestamptz,
  updated_at timestamptz not null,
  -- Of the shipped files that it came from; null once an operator has changed it.
  seed_hash text,
  check (status <> 'published' or published_at is not null)
);
create index content_news on content_item (published_at desc, id desc) where kind = 'news' and status = 'published';

create table content_text (
  item_id text not null references content_item (id) on delete cascade,
  locale text not null,
  title text not null,
  summary text not null,
  -- Blocks of contract/content.ts, made from Markdown when it was imported.
  blocks jsonb not null,
  primary key (item_id, locale)
);

-- Pictures of content, named by their hash; public and immutable.
create table content_media (
  name text primary key check (name ~ '^[0-9a-f]{64}\.webp$'),
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Since when no article and no working copy names it; null while one does (PRODUCT.md 20.14).
  unused_at timestamptz
);

-- What is being written in the staff console: one working copy an article, which nobody reads before it is published. `texts`
-- holds title, summary and Markdown by language.
create table content_draft (
  id text primary key check (id ~ '^[a-z0-9-]{2,64}$'),
  kind text not null check (kind in ('news', 'document')),
  cover text,
  texts jsonb not null,
  saved_by text not null check (saved_by <> ''),
  saved_at timestamptz not null
);

-- What users read for a reason that staff choose, where it differs from what the app ships with. A decision
-- names the version that it was taken with, so that its words stay.
create table operator_reason (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[a-z][a-z_]{1,31}$' and code <> 'other'),
  version integer not null check (version > 0),
  what text not null check (what in ('verification', 'deposit', 'withdrawal', 'freeze')),
  -- Whether staff may choose it from this version on.
  offered boolean not null,
  texts jsonb not null,
  made_by text not null check (made_by <> ''),
  made_at timestamptz not null,
  unique (code, version)
);
