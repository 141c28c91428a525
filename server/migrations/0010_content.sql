-- Up Migration

-- News and documents. What an operator published stays his: seeds never overwrite it (`seed_hash` is null then).
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
  -- Blocks of contract/content.ts, made from Markdown when it was taken in.
  blocks jsonb not null,
  primary key (item_id, locale)
);

-- Pictures of content, named by their hash; public and immutable.
create table content_media (
  name text primary key check (name ~ '^[0-9a-f]{64}\.webp$'),
  bytes bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Messages to everybody, or to one user, in the operator's words. One row for all users.
create table announcement (
  id bigint generated always as identity primary key,
  user_id bigint references app_user (id),
  -- Locale to { "title", "body" }.
  texts jsonb not null,
  created_at timestamptz not null
);
create index announcement_by_time on announcement (created_at desc, id desc);

create table announcement_read (
  user_id bigint not null references app_user (id),
  announcement_id bigint not null references announcement (id) on delete cascade,
  primary key (user_id, announcement_id)
);

create table message_preference (
  user_id bigint primary key references app_user (id),
  muted text[] not null
);

-- For the sweep of old messages.
create index message_by_time on message (created_at);
create index message_newest on message (user_id, created_at desc, id desc);

-- Tells the users of orders that were just closed how they ended, in the same transaction; who does not want to hear of
-- orders gets none. Amounts have two decimals, as the platform currency has.
create function message_settled(p_no bigint[]) returns void language sql as $$
  insert into message (user_id, kind, facts, reference)
    select o.user_id, 'order_settled',
           jsonb_build_object('orderId', o.id, 'symbol', p.symbol, 'profitLoss', (o.profit_loss / 100.0)::numeric(20, 2)::text,
             'status', (array['pending', 'open', 'won', 'lost', 'tie', 'void'])[o.status]),
           o.id::text
      from trade_order o join product p on p.id = o.product_id
      left join message_preference m on m.user_id = o.user_id
     where o.no = any (p_no) and not ('orders' = any (coalesce(m.muted, '{}')))
  on conflict do nothing
$$;
