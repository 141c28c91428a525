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
