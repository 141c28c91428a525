-- The schema as a database has it, written by server/test/schema.test.ts. Do not edit: UPDATE_SCHEMA=1 writes it again.

create sequence audit_entry_id_seq;
create sequence deposit_number_seq;
create sequence message_id_seq;
create sequence trade_order_number_seq;
create sequence withdrawal_number_seq;

create table acceptance (
  order_number bigint not null,
  signed_with smallint not null,
  signature bytea not null,
  constraint acceptance_pkey PRIMARY KEY (order_number),
  constraint acceptance_signature_check CHECK (length(signature) = 64),
  constraint acceptance_signed_with_check CHECK (signed_with >= 0)
);
CREATE TRIGGER acceptance_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table accepted_order (
  leaf bigint not null,
  order_number bigint not null,
  head_number bigint not null,
  entry text not null,
  constraint accepted_order_pkey PRIMARY KEY (leaf),
  constraint accepted_order_order_number_key UNIQUE (order_number)
);
CREATE TRIGGER accepted_order_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON accepted_order FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table account_break (
  user_id bigint not null,
  kind text not null,
  started_at timestamp with time zone not null,
  until timestamp with time zone,
  reopens_at timestamp with time zone,
  constraint account_break_pkey PRIMARY KEY (user_id),
  constraint account_break_kind_check CHECK (kind = ANY (ARRAY['break'::text, 'exclusion'::text])),
  constraint account_break_reopens CHECK (reopens_at IS NULL OR reopens_at >= (until + '24:00:00'::interval) AND until IS NOT NULL),
  constraint account_break_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER account_break_kept BEFORE DELETE OR UPDATE ON account_break FOR EACH ROW EXECUTE FUNCTION refuse_break_loss();
CREATE TRIGGER account_break_whole BEFORE TRUNCATE ON account_break FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table account_freeze (
  user_id bigint not null,
  kind text not null,
  reason text not null,
  frozen_by text not null,
  frozen_at timestamp with time zone not null,
  constraint account_freeze_pkey PRIMARY KEY (user_id, kind),
  constraint account_freeze_kind_check CHECK (kind = ANY (ARRAY['login'::text, 'orders'::text, 'money_out'::text])),
  constraint account_freeze_reason_check CHECK (reason <> ''::text),
  constraint account_freeze_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER account_freeze_user_lives BEFORE INSERT ON account_freeze FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table account_limit (
  user_id bigint not null,
  kind smallint not null,
  value bigint not null,
  time_zone text not null,
  raise_value bigint,
  raise_from timestamp with time zone,
  raise_until timestamp with time zone,
  constraint account_limit_pkey PRIMARY KEY (user_id, kind),
  constraint account_limit_check CHECK (raise_value > value),
  constraint account_limit_check1 CHECK ((raise_from IS NULL) = (raise_until IS NULL)),
  constraint account_limit_check2 CHECK (raise_value IS NULL OR raise_from IS NOT NULL),
  constraint account_limit_kind_check CHECK (kind >= 1 AND kind <= 10),
  constraint account_limit_value_check CHECK (value >= 0),
  constraint account_limit_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table announcement (
  id bigint not null generated always as identity,
  user_id bigint,
  texts jsonb not null,
  created_at timestamp with time zone not null,
  constraint announcement_pkey PRIMARY KEY (id),
  constraint announcement_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX announcement_by_time ON announcement USING btree (created_at DESC, id DESC);
CREATE INDEX announcement_by_user ON announcement USING btree (user_id, created_at DESC, id DESC);
CREATE TRIGGER announcement_push AFTER INSERT ON announcement FOR EACH ROW EXECUTE FUNCTION queue_announcement();

create table announcement_read (
  user_id bigint not null,
  announcement_id bigint not null,
  constraint announcement_read_pkey PRIMARY KEY (user_id, announcement_id),
  constraint announcement_read_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcement(id) ON DELETE CASCADE,
  constraint announcement_read_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX announcement_read_by_announcement ON announcement_read USING btree (announcement_id);

create table app_user (
  id bigint not null generated always as identity,
  account text not null,
  nickname text not null,
  phone_country text not null,
  login_password_hash text not null,
  trade_password_hash text not null,
  opening_code text not null,
  invited_by_code text,
  created_at timestamp with time zone not null default clock_timestamp(),
  first_login_at timestamp with time zone,
  deleted_at timestamp with time zone,
  terms_version timestamp with time zone,
  terms_accepted_at timestamp with time zone,
  constraint app_user_pkey PRIMARY KEY (id),
  constraint app_user_opening_code_key UNIQUE (opening_code),
  constraint app_user_account_form CHECK (
CASE
    WHEN deleted_at IS NULL THEN account ~ '^[A-Za-z0-9_]{6,12}$'::text
    ELSE account = ('~'::text || id::text)
END),
  constraint app_user_terms_whole CHECK ((terms_version IS NULL) = (terms_accepted_at IS NULL)),
  constraint app_user_invited_by_code_fkey FOREIGN KEY (invited_by_code) REFERENCES opening_code(code),
  constraint app_user_opening_code_fkey FOREIGN KEY (opening_code) REFERENCES opening_code(code)
);
CREATE UNIQUE INDEX app_user_account ON app_user USING btree (lower(account));
CREATE TRIGGER app_user_stays_deleted BEFORE UPDATE OF deleted_at ON app_user FOR EACH ROW WHEN (old.deleted_at IS NOT NULL AND new.deleted_at IS DISTINCT FROM old.deleted_at) EXECUTE FUNCTION refuse_return();

create table audit_end (
  one boolean not null default true,
  id bigint not null,
  hash bytea not null,
  constraint audit_end_pkey PRIMARY KEY (one),
  constraint audit_end_one_check CHECK (one)
);

create table audit_entry (
  id bigint not null default 0,
  actor text not null,
  reason text not null,
  action text not null,
  subject text not null,
  details jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default clock_timestamp(),
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_entry_pkey PRIMARY KEY (id, created_at),
  constraint audit_entry_actor_check CHECK (actor <> ''::text),
  constraint audit_entry_reason_check CHECK (reason <> ''::text)
) partition by RANGE (created_at);
CREATE INDEX audit_entry_by_action ON ONLY audit_entry USING btree (action, id DESC);
CREATE INDEX audit_entry_by_actor ON ONLY audit_entry USING btree (actor, id DESC);
CREATE INDEX audit_entry_by_subject ON ONLY audit_entry USING btree (subject, id DESC);
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

create table audit_entry_rest partition of audit_entry default;
CREATE TRIGGER audit_entry_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_entry_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entry_chain BEFORE INSERT ON audit_entry_rest FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

create table bank_file_description (
  name text not null,
  description jsonb not null,
  agreed_at timestamp with time zone not null,
  constraint bank_file_description_pkey PRIMARY KEY (name)
);

create table bank_statement (
  id bigint not null generated always as identity,
  file_name text not null,
  format text not null,
  own_account text,
  imported_by text not null,
  imported_at timestamp with time zone not null,
  lines integer not null,
  added integer not null,
  outgoing integer not null,
  described_by text,
  constraint bank_statement_pkey PRIMARY KEY (id),
  constraint bank_statement_added_check CHECK (added >= 0),
  constraint bank_statement_format_check CHECK (format = ANY (ARRAY['csv'::text, 'mt940'::text, 'camt052'::text, 'camt053'::text, 'camt054'::text])),
  constraint bank_statement_lines_check CHECK (lines > 0),
  constraint bank_statement_outgoing_check CHECK (outgoing >= 0)
);

create table bank_statement_line (
  id bigint not null generated always as identity,
  statement_id bigint not null,
  place integer not null,
  fingerprint bytea not null,
  booked_on date not null,
  amount bigint not null,
  currency text not null,
  reference text,
  named text not null,
  sealed_text text,
  aside_by text,
  aside_at timestamp with time zone,
  aside_reason text,
  constraint bank_statement_line_pkey PRIMARY KEY (id),
  constraint bank_statement_line_fingerprint_key UNIQUE (fingerprint),
  constraint bank_statement_line_amount_check CHECK (amount <> 0),
  constraint bank_statement_line_aside CHECK ((aside_by IS NULL) = (aside_at IS NULL) AND (aside_by IS NULL) = (aside_reason IS NULL)),
  constraint bank_statement_line_named_check CHECK (named = ANY (ARRAY['exact'::text, 'inexact'::text, 'several'::text, 'none'::text])),
  constraint bank_statement_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(id)
);
CREATE INDEX bank_statement_line_by_instant ON bank_statement_line USING btree ((booked_on::timestamp without time zone AT TIME ZONE 'UTC'::text));
CREATE INDEX bank_statement_line_by_reference ON bank_statement_line USING btree (reference, id) WHERE reference IS NOT NULL;
CREATE INDEX bank_statement_line_by_statement ON bank_statement_line USING btree (statement_id, id);

create table candle (
  product_id integer not null,
  "interval" text not null,
  open_at_ms bigint not null,
  open numeric not null,
  high numeric not null,
  low numeric not null,
  close numeric not null,
  volume numeric not null,
  amount numeric not null,
  constraint candle_pkey PRIMARY KEY (product_id, "interval", open_at_ms),
  constraint candle_interval_check CHECK ("interval" = ANY (ARRAY['1m'::text, '5m'::text, '15m'::text, '1h'::text, '1d'::text])),
  constraint candle_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) partition by RANGE (open_at_ms);

create table candle_rest partition of candle default;

create table change_code (
  user_id bigint not null,
  kind text not null,
  code_hash bytea not null,
  issued_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint change_code_pkey PRIMARY KEY (user_id, kind),
  constraint change_code_kind_check CHECK (kind = ANY (ARRAY['login'::text, 'trade'::text])),
  constraint change_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER change_code_user_lives BEFORE INSERT ON change_code FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table content_draft (
  id text not null,
  kind text not null,
  cover text,
  texts jsonb not null,
  saved_by text not null,
  saved_at timestamp with time zone not null,
  constraint content_draft_pkey PRIMARY KEY (id),
  constraint content_draft_id_check CHECK (id ~ '^[a-z0-9-]{2,64}$'::text),
  constraint content_draft_kind_check CHECK (kind = ANY (ARRAY['news'::text, 'document'::text])),
  constraint content_draft_saved_by_check CHECK (saved_by <> ''::text)
);

create table content_item (
  id text not null,
  kind text not null,
  status text not null,
  cover text,
  published_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  seed_hash text,
  constraint content_item_pkey PRIMARY KEY (id),
  constraint content_item_check CHECK (status <> 'published'::text OR published_at IS NOT NULL),
  constraint content_item_id_check CHECK (id ~ '^[a-z0-9-]{2,64}$'::text),
  constraint content_item_kind_check CHECK (kind = ANY (ARRAY['news'::text, 'document'::text])),
  constraint content_item_status_check CHECK (status = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))
);
CREATE INDEX content_news ON content_item USING btree (published_at DESC, id DESC) WHERE kind = 'news'::text AND status = 'published'::text;

create table content_media (
  name text not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  unused_at timestamp with time zone,
  constraint content_media_pkey PRIMARY KEY (name),
  constraint content_media_name_check CHECK (name ~ '^[0-9a-f]{64}\.webp$'::text)
);

create table content_text (
  item_id text not null,
  locale text not null,
  title text not null,
  summary text not null,
  blocks jsonb not null,
  constraint content_text_pkey PRIMARY KEY (item_id, locale),
  constraint content_text_item_id_fkey FOREIGN KEY (item_id) REFERENCES content_item(id) ON DELETE CASCADE
);

create table cosignature (
  head_number bigint not null,
  origin text not null,
  witness text not null,
  line text not null,
  constraint cosignature_pkey PRIMARY KEY (head_number, origin, witness)
);

create table deposit (
  number bigint not null,
  user_id bigint not null,
  id uuid not null,
  reference text not null,
  channel text not null,
  channel_kind text not null,
  channel_label text,
  amount bigint not null,
  body_hash bytea not null,
  instructions jsonb not null,
  status smallint not null default money_under_review(),
  reason_code text,
  reason_note text,
  receipt_upload_id uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  receipt_at timestamp with time zone,
  failed_at timestamp with time zone,
  credited_at timestamp with time zone,
  constraint deposit_pkey PRIMARY KEY (number),
  constraint deposit_once UNIQUE (user_id, id),
  constraint deposit_reference_key UNIQUE (reference),
  constraint deposit_amount_check CHECK (amount > 0),
  constraint deposit_channel_kind_check CHECK (channel_kind ~ '^[a-z_]{2,20}$'::text),
  constraint deposit_check CHECK ((status = money_under_review()) = (failed_at IS NULL AND credited_at IS NULL)),
  constraint deposit_check1 CHECK ((status = money_successful()) = (credited_at IS NOT NULL)),
  constraint deposit_check2 CHECK ((reason_code IS NULL) = (failed_at IS NULL)),
  constraint deposit_reason_code_check CHECK (reason_code = ANY (ARRAY['cancelled_by_user'::text, 'rejected'::text, 'expired'::text, 'gateway_refused'::text])),
  constraint deposit_status_check CHECK (status >= money_under_review() AND status <= money_failed()),
  constraint deposit_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) with (fillfactor=80);
CREATE INDEX deposit_by_credit ON deposit USING btree (credited_at) WHERE credited_at IS NOT NULL;
CREATE INDEX deposit_by_status ON deposit USING btree (status, number DESC);
CREATE INDEX deposit_by_user ON deposit USING btree (user_id, number DESC);
CREATE INDEX deposit_by_user_status ON deposit USING btree (user_id, status, number DESC);
CREATE INDEX deposit_due ON deposit USING btree (expires_at, number) WHERE status = money_under_review();
CREATE TRIGGER deposit_user_lives BEFORE INSERT ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table deposit_notice (
  channel text not null,
  notice_id text not null,
  body_hash bytea not null,
  reference text not null,
  status text not null,
  amount text not null,
  refusal text,
  received_at timestamp with time zone not null,
  constraint deposit_notice_pkey PRIMARY KEY (channel, notice_id)
);
CREATE INDEX deposit_notice_by_reference ON deposit_notice USING btree (reference, received_at);

create table device (
  id uuid not null,
  user_id bigint not null,
  token_hash bytea not null,
  name text not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  proven_at timestamp with time zone,
  constraint device_pkey PRIMARY KEY (id),
  constraint device_token_hash_key UNIQUE (token_hash),
  constraint device_token_hash_check CHECK (length(token_hash) = 32),
  constraint device_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX device_by_user ON device USING btree (user_id, last_at DESC, id DESC);
CREATE TRIGGER device_user_lives BEFORE INSERT ON device FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table favourite (
  user_id bigint not null,
  product_id integer not null,
  marked boolean not null,
  changed_at_ms bigint not null,
  "position" bigint not null,
  constraint favourite_pkey PRIMARY KEY (user_id, product_id),
  constraint favourite_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint favourite_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table feed_event (
  leaf bigint not null,
  at_ms bigint not null,
  kind text not null,
  symbol text not null,
  entry text not null,
  constraint feed_event_pkey PRIMARY KEY (leaf)
);
CREATE INDEX feed_event_by_kind ON feed_event USING btree (kind, symbol, leaf);
CREATE TRIGGER feed_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON feed_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- view funding_movement with (security_invoker=true):
--   what text
--   at timestamp with time zone
--   currency text
--   amount bigint
--   booked bigint

create table guess (
  user_id bigint not null,
  kind text not null,
  failures integer not null,
  locks integer not null default 0,
  last_failed_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint guess_pkey PRIMARY KEY (user_id, kind),
  constraint guess_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table help_line (
  id bigint not null generated always as identity,
  country text,
  name text not null,
  phone text,
  url text,
  constraint help_line_pkey PRIMARY KEY (id),
  constraint help_line_country_name_key UNIQUE NULLS NOT DISTINCT (country, name),
  constraint help_line_check CHECK (phone IS NOT NULL OR url IS NOT NULL),
  constraint help_line_country_check CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint help_line_name_check CHECK (length(name) >= 1 AND length(name) <= 80),
  constraint help_line_phone_check CHECK (phone ~ '^[0-9+*#() -]{3,30}$'::text),
  constraint help_line_url_check CHECK (url ~ '^https://'::text AND length(url) <= 300)
);

create table key_change (
  leaf bigint not null,
  entry text not null,
  old_signature bytea not null,
  new_signature bytea not null,
  constraint key_change_pkey PRIMARY KEY (leaf)
);
CREATE TRIGGER key_change_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON key_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table lease (
  name text not null,
  holder text,
  token bigint not null default 0,
  beat bigint not null default 0,
  expires_at timestamp with time zone not null default clock_timestamp(),
  constraint lease_pkey PRIMARY KEY (name)
) with (fillfactor=50);

create table ledger_account (
  id bigint not null generated always as identity,
  user_id bigint,
  kind smallint not null,
  balance bigint not null default 0,
  version bigint not null default 0,
  stripe smallint not null default 0,
  constraint ledger_account_pkey PRIMARY KEY (id),
  constraint ledger_account_not_negative CHECK (kind >= 100 OR balance >= 0),
  constraint ledger_account_owner CHECK ((user_id IS NULL) = (kind >= 100)),
  constraint ledger_account_stripe CHECK (stripe = 0 OR (kind = ANY (ARRAY[100, 103]))),
  constraint ledger_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) with (fillfactor=70);
CREATE UNIQUE INDEX ledger_account_house ON ledger_account USING btree (kind, stripe) WHERE user_id IS NULL;
CREATE UNIQUE INDEX ledger_account_user ON ledger_account USING btree (user_id, kind) WHERE user_id IS NOT NULL;

create table ledger_posting (
  transfer_id bigint not null,
  account_id bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  constraint ledger_posting_pkey PRIMARY KEY (transfer_id, account_id),
  constraint ledger_posting_amount_check CHECK (amount <> 0),
  constraint ledger_posting_account_id_fkey FOREIGN KEY (account_id) REFERENCES ledger_account(id),
  constraint ledger_posting_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES ledger_transfer(id)
) partition by RANGE (transfer_id);
CREATE INDEX ledger_posting_account ON ONLY ledger_posting USING btree (account_id, transfer_id DESC) INCLUDE (amount);
CREATE TRIGGER ledger_posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_posting_rest partition of ledger_posting default;
CREATE TRIGGER ledger_posting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_posting_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table ledger_transfer (
  id bigint not null generated by default as identity,
  user_id bigint,
  kind smallint not null,
  reference uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint ledger_transfer_pkey PRIMARY KEY (id),
  constraint ledger_transfer_once UNIQUE NULLS NOT DISTINCT (user_id, kind, reference),
  constraint ledger_transfer_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX ledger_transfer_funding ON ledger_transfer USING btree (created_at) WHERE kind = ANY (ARRAY[transfer_demo_grant(), transfer_deposit_credited(), transfer_withdrawal_paid(), transfer_account_closed()]);
CREATE INDEX ledger_transfer_not_orders ON ledger_transfer USING btree (user_id, id DESC) WHERE kind <> ALL (ARRAY[transfer_order_placed(), transfer_order_settled(), transfer_order_voided()]);
CREATE TRIGGER ledger_transfer_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table log_node (
  tree integer not null,
  level smallint not null,
  "position" bigint not null,
  hash bytea not null,
  constraint log_node_pkey PRIMARY KEY (tree, level, "position")
);
CREATE TRIGGER log_node_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_node FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table log_restore (
  number integer not null,
  kept bigint not null,
  root bytea not null,
  kept_at_ms bigint not null,
  at_ms bigint not null,
  reason text not null,
  public_key bytea not null,
  signature bytea not null,
  constraint log_restore_pkey PRIMARY KEY (number),
  constraint log_restore_check CHECK (at_ms > kept_at_ms),
  constraint log_restore_kept_check CHECK (kept > 0),
  constraint log_restore_number_check CHECK (number > 0),
  constraint log_restore_public_key_check CHECK (length(public_key) = 32),
  constraint log_restore_reason_check CHECK (reason = ANY (ARRAY['hardware'::text, 'mistake'::text, 'attack'::text])),
  constraint log_restore_root_check CHECK (length(root) = 32),
  constraint log_restore_signature_check CHECK (length(signature) = 64)
);
CREATE TRIGGER log_restore_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_restore FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table login_lane (
  account_key text not null,
  lane text not null,
  failures integer not null default 0,
  last_failed_at timestamp with time zone not null,
  next_allowed_at timestamp with time zone not null,
  turn_at timestamp with time zone,
  constraint login_lane_pkey PRIMARY KEY (account_key, lane)
);
CREATE INDEX login_lane_age ON login_lane USING btree (last_failed_at);

create table login_pressure (
  account_key text not null,
  since timestamp with time zone not null,
  wrong integer not null default 0,
  constraint login_pressure_pkey PRIMARY KEY (account_key)
);

create table login_record (
  id bigint not null generated always as identity,
  user_id bigint not null,
  at timestamp with time zone not null,
  device text not null,
  address text not null,
  network text not null,
  outcome text not null,
  reference text not null,
  constraint login_record_pkey PRIMARY KEY (id),
  constraint login_record_outcome_check CHECK (outcome = ANY (ARRAY['signed_in'::text, 'new_device'::text, 'second_factor_wrong'::text, 'password_reset'::text])),
  constraint login_record_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX login_record_age ON login_record USING btree (at);
CREATE INDEX login_record_newest ON login_record USING btree (user_id, id DESC);
CREATE TRIGGER login_record_user_lives BEFORE INSERT ON login_record FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table message (
  id bigint not null default nextval('message_id_seq'::regclass),
  user_id bigint not null,
  kind text not null,
  facts jsonb not null default '{}'::jsonb,
  reference text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  read_at timestamp with time zone,
  month date not null default date_trunc('month'::text, (clock_timestamp() AT TIME ZONE 'UTC'::text))::date,
  constraint message_pkey PRIMARY KEY (id, month),
  constraint message_once UNIQUE (user_id, kind, reference, month),
  constraint message_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) partition by RANGE (month);
CREATE INDEX message_by_time ON ONLY message USING btree (created_at);
CREATE INDEX message_newest ON ONLY message USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX message_unread ON ONLY message USING btree (user_id) WHERE read_at IS NULL;
CREATE TRIGGER message_push AFTER INSERT ON message REFERENCING NEW TABLE AS told FOR EACH STATEMENT EXECUTE FUNCTION queue_push();

create table message_preference (
  user_id bigint not null,
  muted text[] not null,
  constraint message_preference_pkey PRIMARY KEY (user_id),
  constraint message_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);

create table message_rest partition of message default;

create type new_order as (
  user_id bigint,
  id uuid,
  product_id integer,
  direction smallint,
  stake bigint,
  duration_seconds integer,
  earnings_rate_bp integer,
  payout bigint,
  body_hash bytea,
  source text,
  instrument text,
  arrived_at_ms bigint,
  entry_timeout_ms integer,
  stale_after_ms integer,
  seen_head bigint,
  seen_root bytea,
  device_key bytea,
  device_signature bytea,
  source_lag_ms integer
);

create type new_tick as (
  product_id integer,
  at_ms bigint,
  price numeric,
  size numeric,
  source text,
  source_at_ms bigint,
  instrument text,
  trade bigint
);

create table opening_code (
  code text not null,
  owner_user_id bigint,
  issued_by text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint opening_code_pkey PRIMARY KEY (code),
  constraint opening_code_code_check CHECK (code ~ '^[A-Z0-9]{6}([A-Z0-9]{2})?$'::text),
  constraint opening_code_owner_user_id_fkey FOREIGN KEY (owner_user_id) REFERENCES app_user(id)
);

create table operator_reason (
  id bigint not null generated always as identity,
  code text not null,
  version integer not null,
  what text not null,
  offered boolean not null,
  texts jsonb not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  constraint operator_reason_pkey PRIMARY KEY (id),
  constraint operator_reason_code_version_key UNIQUE (code, version),
  constraint operator_reason_code_check CHECK (code ~ '^[a-z][a-z_]{1,31}$'::text AND code <> 'other'::text),
  constraint operator_reason_made_by_check CHECK (made_by <> ''::text),
  constraint operator_reason_version_check CHECK (version > 0),
  constraint operator_reason_what_check CHECK (what = ANY (ARRAY['verification'::text, 'deposit'::text, 'withdrawal'::text, 'freeze'::text]))
);
CREATE TRIGGER operator_reason_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON operator_reason FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create type order_end as (
  number bigint,
  id uuid,
  status smallint,
  sequence bigint,
  at_ms bigint,
  price numeric,
  void_reason smallint,
  update bytea
);

create table order_set_aside (
  order_number bigint not null,
  reason text not null,
  since_ms bigint not null,
  tries integer not null default 1,
  retry_at_ms bigint not null,
  waiting boolean not null default true,
  constraint order_set_aside_pkey PRIMARY KEY (order_number)
);

create table partitioned_table (
  name text not null,
  key_column text not null,
  key_type text not null,
  period text,
  name_suffix text,
  real_clock boolean not null default false,
  span bigint,
  numbers text,
  storage text,
  guard text,
  constraint partitioned_table_pkey PRIMARY KEY (name),
  constraint partitioned_table_check CHECK ((period IS NULL) = (name_suffix IS NULL) AND (period IS NULL) = (span IS NOT NULL) AND (span IS NULL) = (numbers IS NULL)),
  constraint partitioned_table_guard_check CHECK (guard = ANY (ARRAY['append_only'::text, 'archived'::text])),
  constraint partitioned_table_key_type_check CHECK (key_type = ANY (ARRAY['number'::text, 'uuid'::text, 'date'::text, 'timestamptz'::text])),
  constraint partitioned_table_period_check CHECK (period = ANY (ARRAY['week'::text, 'month'::text, 'year'::text])),
  constraint partitioned_table_span_check CHECK (span > 0)
);

create table passkey (
  id uuid not null,
  user_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  user_handle bytea not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_counter_check CHECK (counter >= 0),
  constraint passkey_credential_id_check CHECK (length(credential_id) >= 16 AND length(credential_id) <= 1023),
  constraint passkey_name_check CHECK (length(name) >= 1 AND length(name) <= 40),
  constraint passkey_public_key_check CHECK (length(public_key) >= 1 AND length(public_key) <= 2048),
  constraint passkey_user_handle_check CHECK (length(user_handle) >= 1 AND length(user_handle) <= 64),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX passkey_user ON passkey USING btree (user_id);

create table payout_account (
  user_id bigint not null,
  kind text not null,
  nationality text not null,
  bank text,
  chain text,
  masked text not null,
  sealed text not null,
  bound_at timestamp with time zone not null,
  version integer not null default 1,
  change_open boolean not null default false,
  name_asked_at timestamp with time zone,
  name_decided_at timestamp with time zone,
  name_accepted boolean,
  name_reason text,
  constraint payout_account_pkey PRIMARY KEY (user_id),
  constraint payout_account_check CHECK ((kind = 'bank_card'::text) = (bank IS NOT NULL) AND (kind = 'currency_address'::text) = (chain IS NOT NULL)),
  constraint payout_account_kind_check CHECK (kind = ANY (ARRAY['bank_card'::text, 'currency_address'::text])),
  constraint payout_account_name_decision CHECK ((name_accepted IS NULL) = (name_decided_at IS NULL)),
  constraint payout_account_name_reason_check CHECK (length(name_reason) >= 1 AND length(name_reason) <= 340),
  constraint payout_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX payout_account_name_waits ON payout_account USING btree (name_asked_at, user_id) WHERE name_asked_at IS NOT NULL AND name_decided_at IS NULL;
CREATE TRIGGER payout_account_user_lives BEFORE INSERT OR UPDATE ON payout_account FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table person_break (
  mark bytea not null,
  kind text not null,
  started_at timestamp with time zone not null,
  until timestamp with time zone,
  reopens_at timestamp with time zone,
  constraint person_break_pkey PRIMARY KEY (mark),
  constraint person_break_kind_check CHECK (kind = ANY (ARRAY['break'::text, 'exclusion'::text])),
  constraint person_break_mark_check CHECK (length(mark) = 32),
  constraint person_break_reopens CHECK (reopens_at IS NULL OR reopens_at >= (until + '24:00:00'::interval) AND until IS NOT NULL)
);
CREATE TRIGGER person_break_kept BEFORE DELETE OR UPDATE ON person_break FOR EACH ROW EXECUTE FUNCTION refuse_break_loss();
CREATE TRIGGER person_break_whole BEFORE TRUNCATE ON person_break FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table phone_mark (
  mark bytea not null,
  key_name text not null,
  user_id bigint,
  registration bytea,
  constraint phone_mark_pkey PRIMARY KEY (mark),
  constraint phone_mark_check CHECK (num_nonnulls(user_id, registration) = 1),
  constraint phone_mark_mark_check CHECK (octet_length(mark) = 32),
  constraint phone_mark_registration_fkey FOREIGN KEY (registration) REFERENCES registration(token_hash) ON DELETE CASCADE,
  constraint phone_mark_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX phone_mark_by_registration ON phone_mark USING btree (registration) WHERE registration IS NOT NULL;
CREATE INDEX phone_mark_by_user ON phone_mark USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER phone_mark_user_lives BEFORE INSERT ON phone_mark FOR EACH ROW WHEN (new.user_id IS NOT NULL) EXECUTE FUNCTION refuse_deleted_user();

create table price_alert (
  number bigint not null generated always as identity,
  user_id bigint not null,
  id uuid not null,
  product_id integer not null,
  direction smallint not null,
  price numeric not null,
  state smallint not null default alert_active(),
  after_sequence bigint not null,
  created_at_ms bigint not null,
  ended_at_ms bigint,
  tick_sequence bigint,
  tick_at_ms bigint,
  tick_price numeric,
  constraint price_alert_pkey PRIMARY KEY (number),
  constraint price_alert_once UNIQUE (user_id, id),
  constraint price_alert_check CHECK ((ended_at_ms IS NULL) = (state = alert_active())),
  constraint price_alert_check1 CHECK ((state = alert_triggered()) = (tick_sequence IS NOT NULL AND tick_at_ms IS NOT NULL AND tick_price IS NOT NULL)),
  constraint price_alert_check2 CHECK (tick_sequence > after_sequence AND ((tick_price - price) * direction::numeric) >= 0::numeric),
  constraint price_alert_direction_check CHECK (direction = ANY (ARRAY[alert_above(), alert_below()])),
  constraint price_alert_price_check CHECK (price > 0::numeric),
  constraint price_alert_state_check CHECK (state >= alert_active() AND state <= alert_cancelled()),
  constraint price_alert_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint price_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) with (fillfactor=80);
CREATE INDEX price_alert_by_price ON price_alert USING btree (product_id, direction, price) WHERE state = alert_active();
CREATE INDEX price_alert_by_user ON price_alert USING btree (user_id, number DESC) WHERE state = alert_active();
CREATE INDEX price_alert_over ON price_alert USING btree (ended_at_ms) WHERE state > alert_active();
CREATE UNIQUE INDEX price_alert_same ON price_alert USING btree (user_id, product_id, direction, price) WHERE state = alert_active();
CREATE INDEX price_alert_triggered ON price_alert USING btree (user_id, ended_at_ms DESC, number DESC) WHERE state = alert_triggered();

create table price_alert_progress (
  product_id integer not null,
  sequence bigint not null,
  constraint price_alert_progress_pkey PRIMARY KEY (product_id),
  constraint price_alert_progress_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) with (fillfactor=50);

create table product (
  id integer not null generated always as identity,
  symbol text not null,
  code text not null,
  names jsonb not null,
  category text not null,
  decimals smallint not null,
  recommended boolean not null default false,
  "position" integer not null,
  maintenance boolean not null default false,
  maintenance_until timestamp with time zone,
  calendar jsonb not null,
  stake_min bigint not null,
  stake_max bigint not null,
  stake_presets bigint[] not null,
  stale_after_ms integer not null default 5000,
  entry_timeout_ms integer not null default 5000,
  source text not null,
  instrument text not null default '-'::text,
  revision integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  source_lag_ms integer not null default 5000,
  constraint product_pkey PRIMARY KEY (id),
  constraint product_symbol_key UNIQUE (symbol),
  constraint product_category_check CHECK (category = ANY (ARRAY['crypto'::text, 'metals'::text, 'energy'::text, 'index'::text, 'fx'::text])),
  constraint product_check CHECK (stake_max >= stake_min),
  constraint product_decimals_check CHECK (decimals >= 0 AND decimals <= 8),
  constraint product_source_lag_ms_check CHECK (source_lag_ms >= 0 AND source_lag_ms <= 60000),
  constraint product_stake_min_check CHECK (stake_min > 0),
  constraint product_symbol_check CHECK (symbol ~ '^[A-Z0-9]{2,16}$'::text)
);
CREATE TRIGGER product_terms_versioned BEFORE UPDATE ON product FOR EACH ROW WHEN (old.symbol IS DISTINCT FROM new.symbol OR old.code IS DISTINCT FROM new.code OR old.names IS DISTINCT FROM new.names OR old.category IS DISTINCT FROM new.category OR old.decimals IS DISTINCT FROM new.decimals OR old.recommended IS DISTINCT FROM new.recommended OR old.calendar IS DISTINCT FROM new.calendar OR old.stake_min IS DISTINCT FROM new.stake_min OR old.stake_max IS DISTINCT FROM new.stake_max OR old.stake_presets IS DISTINCT FROM new.stake_presets) EXECUTE FUNCTION refuse_unversioned_terms();

create table product_change (
  id bigint not null generated always as identity,
  symbol text not null,
  revision integer not null,
  part text not null,
  terms jsonb not null,
  before jsonb,
  announced_at timestamp with time zone not null,
  effective_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  made_by text not null,
  constraint product_change_pkey PRIMARY KEY (id),
  constraint product_change_symbol_revision_key UNIQUE (symbol, revision),
  constraint product_change_check CHECK (effective_at >= announced_at),
  constraint product_change_check1 CHECK (applied_at IS NULL OR withdrawn_at IS NULL),
  constraint product_change_check2 CHECK (before IS NULL OR applied_at IS NOT NULL),
  constraint product_change_made_by_check CHECK (made_by <> ''::text),
  constraint product_change_part_check CHECK (part = ANY (ARRAY['added'::text, 'names'::text, 'durations'::text, 'stakes'::text, 'calendar'::text, 'maintenance'::text])),
  constraint product_change_revision_check CHECK (revision > 0),
  constraint product_change_symbol_check CHECK (symbol ~ '^[A-Z0-9]{2,16}$'::text)
);
CREATE INDEX product_change_due ON product_change USING btree (effective_at) WHERE applied_at IS NULL AND withdrawn_at IS NULL;
CREATE TRIGGER product_change_fixed BEFORE DELETE OR UPDATE ON product_change FOR EACH ROW EXECUTE FUNCTION refuse_changed_version();
CREATE TRIGGER product_change_kept BEFORE TRUNCATE ON product_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table product_duration (
  product_id integer not null,
  seconds integer not null,
  earnings_rate_bp integer not null,
  constraint product_duration_pkey PRIMARY KEY (product_id, seconds),
  constraint product_duration_earnings_rate_bp_check CHECK (earnings_rate_bp >= 0 AND earnings_rate_bp <= 1000000),
  constraint product_duration_seconds_check CHECK (seconds >= 1 AND seconds <= 86400),
  constraint product_duration_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE TRIGGER product_duration_versioned BEFORE INSERT OR DELETE OR UPDATE ON product_duration FOR EACH ROW EXECUTE FUNCTION refuse_unversioned_terms();

create table product_exposure (
  product_id integer not null,
  direction smallint not null,
  stripe smallint not null,
  open_profit bigint not null default 0,
  profit_max bigint,
  quota bigint,
  constraint product_exposure_pkey PRIMARY KEY (product_id, direction, stripe),
  constraint product_exposure_check CHECK ((profit_max IS NULL) = (quota IS NULL)),
  constraint product_exposure_direction_check CHECK (direction = ANY (ARRAY[1, '-1'::integer])),
  constraint product_exposure_profit_max_check CHECK (profit_max >= 0),
  constraint product_exposure_stripe_check CHECK (stripe >= 0 AND stripe <= 15),
  constraint product_exposure_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) with (fillfactor=50);

create table push_delivery (
  id bigint not null generated always as identity,
  subscription_id bigint not null,
  user_id bigint not null,
  category text not null,
  kind text not null,
  facts jsonb not null,
  count integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  tries integer not null default 0,
  constraint push_delivery_pkey PRIMARY KEY (id),
  constraint push_delivery_category_check CHECK (category = ANY (ARRAY['results'::text, 'alerts'::text, 'money'::text, 'security'::text, 'announcements'::text])),
  constraint push_delivery_count_check CHECK (count > 0)
);
CREATE INDEX push_delivery_due ON push_delivery USING btree (due_at);
CREATE INDEX push_delivery_subscription ON push_delivery USING btree (subscription_id);
CREATE INDEX push_delivery_user ON push_delivery USING btree (user_id);

create table push_fanout (
  announcement_id bigint not null,
  after_subscription bigint not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint push_fanout_pkey PRIMARY KEY (announcement_id),
  constraint push_fanout_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES announcement(id) ON DELETE CASCADE
);

create table push_preference (
  user_id bigint not null,
  off text[] not null,
  constraint push_preference_pkey PRIMARY KEY (user_id),
  constraint push_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER push_preference_user_lives BEFORE INSERT ON push_preference FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table push_subscription (
  id bigint not null generated always as identity,
  user_id bigint not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh bytea not null,
  auth bytea not null,
  locale text not null,
  created_at timestamp with time zone not null,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  failures integer not null default 0,
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_endpoint_key UNIQUE (endpoint),
  constraint push_subscription_session_id_key UNIQUE (session_id),
  constraint push_subscription_auth_check CHECK (length(auth) = 16),
  constraint push_subscription_endpoint_check CHECK (length(endpoint) >= 10 AND length(endpoint) <= 1024),
  constraint push_subscription_p256dh_check CHECK (length(p256dh) = 65),
  constraint push_subscription_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint push_subscription_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX push_subscription_user ON push_subscription USING btree (user_id);
CREATE TRIGGER push_subscription_user_lives BEFORE INSERT ON push_subscription FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table queue_claim (
  queue text not null,
  key text not null,
  staff_id bigint not null,
  until timestamp with time zone not null,
  constraint queue_claim_pkey PRIMARY KEY (queue, key),
  constraint queue_claim_queue_check CHECK (queue = ANY (ARRAY['verifications'::text, 'deposits'::text, 'withdrawals'::text])),
  constraint queue_claim_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);

create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER recovery_code_user_lives BEFORE INSERT ON recovery_code FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table registration (
  token_hash bytea not null,
  account_key text not null,
  account text not null,
  phone_country text not null,
  sealed_phone text not null,
  opening_code text not null,
  expires_at timestamp with time zone not null,
  constraint registration_pkey PRIMARY KEY (token_hash),
  constraint registration_account_key_key UNIQUE (account_key),
  constraint registration_opening_code_fkey FOREIGN KEY (opening_code) REFERENCES opening_code(code)
);
CREATE INDEX registration_expiry ON registration USING btree (expires_at);

create table reset_code (
  user_id bigint not null,
  kind text not null,
  code_hash bytea not null,
  issued_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint reset_code_pkey PRIMARY KEY (user_id, kind),
  constraint reset_code_kind_check CHECK (kind = ANY (ARRAY['login'::text, 'trade'::text])),
  constraint reset_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER reset_code_user_lives BEFORE INSERT ON reset_code FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table result_leaf (
  leaf bigint not null,
  minute integer not null,
  key bytea not null,
  hash bytea not null,
  constraint result_leaf_pkey PRIMARY KEY (leaf),
  constraint result_leaf_minute_key_key UNIQUE (minute, key),
  constraint result_leaf_minute_check CHECK (minute >= 0 AND minute <= 94371839)
);
CREATE TRIGGER result_leaf_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON result_leaf FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table result_node (
  depth smallint not null,
  place integer not null,
  leaves bigint not null,
  root bytea not null,
  last_leaf bigint not null,
  constraint result_node_pkey PRIMARY KEY (depth, place),
  constraint result_node_depth_check CHECK (depth = ANY (ARRAY[16, 27]))
);

create table savings_account (
  user_id bigint not null,
  carry bigint not null default 0,
  earned bigint not null default 0,
  floor bigint,
  floor_since timestamp with time zone,
  swept_on date,
  constraint savings_account_pkey PRIMARY KEY (user_id),
  constraint savings_account_carry_check CHECK (carry >= 0 AND carry < 100000000),
  constraint savings_account_floor_check CHECK (floor >= 0),
  constraint savings_account_floor_since CHECK ((floor IS NULL) = (floor_since IS NULL)),
  constraint savings_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) with (fillfactor=70);
CREATE INDEX savings_account_to_sweep ON savings_account USING btree (swept_on NULLS FIRST, user_id) WHERE floor IS NOT NULL;

create table savings_closed_day (
  day date not null,
  note text not null,
  constraint savings_closed_day_pkey PRIMARY KEY (day),
  constraint savings_closed_day_day_check CHECK (EXTRACT(isodow FROM day) < 6::numeric)
);

create table savings_earning (
  user_id bigint not null,
  day date not null,
  share bigint not null,
  per_ten_thousand_e4 bigint not null,
  amount bigint not null,
  carry_before bigint not null,
  carry_after bigint not null,
  constraint savings_earning_pkey PRIMARY KEY (user_id, day),
  constraint savings_earning_amount_check CHECK (amount >= 0),
  constraint savings_earning_carry_after_check CHECK (carry_after >= 0 AND carry_after < 100000000),
  constraint savings_earning_formula CHECK ((amount::numeric * 100000000::numeric + carry_after::numeric) = (share::numeric * per_ten_thousand_e4::numeric + carry_before::numeric)),
  constraint savings_earning_share_check CHECK (share > 0),
  constraint savings_earning_user_id_fkey FOREIGN KEY (user_id) REFERENCES savings_account(user_id)
);
CREATE TRIGGER savings_earning_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON savings_earning FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table savings_fund (
  one boolean not null default true,
  accrued_through date,
  accruing date,
  last_user_id bigint not null default 0,
  constraint savings_fund_pkey PRIMARY KEY (one),
  constraint savings_fund_one_check CHECK (one)
);

create table savings_income (
  day date not null,
  per_ten_thousand_e4 bigint not null,
  source text not null,
  revision integer not null default 1,
  constraint savings_income_pkey PRIMARY KEY (day),
  constraint savings_income_per_ten_thousand_e4_check CHECK (per_ten_thousand_e4 >= 0 AND per_ten_thousand_e4 <= 100000),
  constraint savings_income_source_check CHECK (source = ANY (ARRAY['operator'::text, 'demo'::text]))
);
CREATE TRIGGER savings_income_fixed BEFORE INSERT OR DELETE OR UPDATE ON savings_income FOR EACH ROW EXECUTE FUNCTION refuse_accrued_income();

create table savings_movement (
  number bigint not null generated by default as identity,
  user_id bigint not null,
  id uuid not null,
  kind smallint not null,
  amount bigint not null,
  status smallint not null,
  day date not null,
  trade_day date,
  counts_on date not null,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint savings_movement_pkey PRIMARY KEY (number),
  constraint savings_movement_once UNIQUE (user_id, id),
  constraint savings_movement_amount_check CHECK (amount > 0),
  constraint savings_movement_check CHECK (status = savings_pending() AND kind = savings_deposit() OR status = savings_confirmed()),
  constraint savings_movement_check1 CHECK ((trade_day IS NULL) = (kind = savings_transfer_out())),
  constraint savings_movement_kind_check CHECK (kind = ANY (ARRAY[savings_deposit(), savings_transfer_out()])),
  constraint savings_movement_user_id_fkey FOREIGN KEY (user_id) REFERENCES savings_account(user_id)
) with (fillfactor=90);
CREATE INDEX savings_movement_by_kind ON savings_movement USING btree (user_id, kind, number DESC);
CREATE INDEX savings_movement_by_user ON savings_movement USING btree (user_id, number DESC);
CREATE INDEX savings_movement_counts ON savings_movement USING btree (user_id, counts_on);
CREATE INDEX savings_movement_pending ON savings_movement USING btree (counts_on, number) WHERE status = savings_pending();

create table savings_set_aside (
  user_id bigint not null,
  reason text not null,
  since timestamp with time zone not null,
  tries integer not null default 1,
  retry_at timestamp with time zone not null,
  from_day date,
  constraint savings_set_aside_pkey PRIMARY KEY (user_id),
  constraint savings_set_aside_user_id_fkey FOREIGN KEY (user_id) REFERENCES savings_account(user_id)
);

create table second_factor (
  user_id bigint not null,
  sealed_secret text not null,
  enabled_at timestamp with time zone,
  setup_expires_at timestamp with time zone not null,
  last_step bigint not null default 0,
  constraint second_factor_pkey PRIMARY KEY (user_id),
  constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER second_factor_user_lives BEFORE INSERT ON second_factor FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table session (
  id uuid not null,
  token_hash bytea not null,
  user_id bigint not null,
  device text not null,
  device_id uuid,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_token_hash_key UNIQUE (token_hash),
  constraint session_device_id_fkey FOREIGN KEY (device_id) REFERENCES device(id) ON DELETE SET NULL,
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX session_by_device ON session USING btree (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX session_by_user ON session USING btree (user_id, created_at);
CREATE INDEX session_expiry ON session USING btree (expires_at);
CREATE TRIGGER session_user_lives BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table setting (
  key text not null,
  value jsonb not null,
  constraint setting_pkey PRIMARY KEY (key)
);

create table settlement (
  leaf bigint not null,
  order_number bigint not null,
  entry text not null,
  constraint settlement_pkey PRIMARY KEY (leaf),
  constraint settlement_order_number_key UNIQUE (order_number)
);
CREATE TRIGGER settlement_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON settlement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table settlement_day (
  day integer not null,
  product_id integer not null,
  orders bigint not null,
  no_entry_tick bigint not null,
  too_few_ticks bigint not null,
  stale_at_expiry bigint not null,
  first_leaf bigint not null,
  last_leaf bigint not null,
  logged_late bigint not null,
  constraint settlement_day_pkey PRIMARY KEY (day, product_id),
  constraint settlement_day_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);

create table settlement_log (
  one boolean not null default true,
  size bigint not null default 0,
  closed_at_ms bigint not null default 0,
  constraint settlement_log_pkey PRIMARY KEY (one),
  constraint settlement_log_one_check CHECK (one)
);

create table shared_result (
  user_id bigint not null,
  order_id uuid not null,
  code text not null,
  shared_at timestamp with time zone not null,
  constraint shared_result_pkey PRIMARY KEY (user_id, order_id),
  constraint shared_result_code_key UNIQUE (code),
  constraint shared_result_code_check CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'::text),
  constraint shared_result_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER shared_result_user_lives BEFORE INSERT ON shared_result FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table signed_update (
  product_id integer not null,
  signer_set text not null,
  publish_at bigint not null,
  proof bytea not null,
  constraint signed_update_pkey PRIMARY KEY (product_id, signer_set, publish_at),
  constraint signed_update_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);

create table sql_file (
  path text not null,
  sha256 text not null,
  constraint sql_file_pkey PRIMARY KEY (path)
);

create table staff_day (
  staff_id bigint not null,
  day date not null,
  action text not null,
  amount bigint not null,
  constraint staff_day_pkey PRIMARY KEY (staff_id, day, action),
  constraint staff_day_amount_check CHECK (amount >= 0),
  constraint staff_day_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);

create table staff_guess (
  staff_id bigint not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  constraint staff_guess_pkey PRIMARY KEY (staff_id),
  constraint staff_guess_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);

create table staff_identity (
  issuer text not null,
  subject text not null,
  staff_id bigint not null,
  linked_by text not null,
  linked_at timestamp with time zone not null,
  constraint staff_identity_pkey PRIMARY KEY (issuer, subject),
  constraint staff_identity_staff_id_key UNIQUE (staff_id),
  constraint staff_identity_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);

create table staff_invitation (
  token_hash bytea not null,
  login text not null,
  name text not null,
  roles text[] not null,
  sealed_secret text not null,
  invited_by text,
  expires_at timestamp with time zone not null,
  resets boolean not null default false,
  constraint staff_invitation_pkey PRIMARY KEY (token_hash)
);

create table staff_key (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  name text not null,
  key_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint staff_key_pkey PRIMARY KEY (id),
  constraint staff_key_key_hash_key UNIQUE (key_hash),
  constraint staff_key_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);
CREATE INDEX staff_key_by_member ON staff_key USING btree (staff_id);

create table staff_member (
  id bigint not null generated always as identity,
  login text not null,
  name text not null,
  roles text[] not null,
  password_hash text not null,
  sealed_secret text not null,
  last_step bigint not null default 0,
  invited_by text,
  joined_at timestamp with time zone not null,
  last_seen_at timestamp with time zone,
  disabled_at timestamp with time zone,
  constraint staff_member_pkey PRIMARY KEY (id),
  constraint staff_member_login_key UNIQUE (login),
  constraint staff_member_login_check CHECK (login ~ '^[a-z][a-z0-9._-]{2,31}$'::text),
  constraint staff_member_roles_check CHECK (cardinality(roles) > 0)
);

create table staff_passkey (
  id bigint not null generated always as identity,
  staff_id bigint not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint staff_passkey_pkey PRIMARY KEY (id),
  constraint staff_passkey_credential_id_key UNIQUE (credential_id),
  constraint staff_passkey_counter_check CHECK (counter >= 0),
  constraint staff_passkey_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);
CREATE INDEX staff_passkey_by_member ON staff_passkey USING btree (staff_id);

create table staff_proposal (
  id bigint not null generated always as identity,
  action text not null,
  subject text not null,
  params jsonb not null,
  sealed_params text,
  reason text not null,
  proposed_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  outcome text,
  decided_by text,
  decided_at timestamp with time zone,
  decision_reason text,
  constraint staff_proposal_pkey PRIMARY KEY (id),
  constraint staff_proposal_check CHECK (outcome IS NULL OR sealed_params IS NULL),
  constraint staff_proposal_decided CHECK ((outcome IS NULL OR outcome = 'expired'::text) = (decided_by IS NULL)),
  constraint staff_proposal_outcome_check CHECK (outcome = ANY (ARRAY['agreed'::text, 'refused'::text, 'withdrawn'::text, 'expired'::text])),
  constraint staff_proposal_reason_check CHECK (reason <> ''::text),
  constraint staff_proposal_second_person CHECK (decided_by IS NULL OR (decided_by = proposed_by) = (outcome = 'withdrawn'::text))
);
CREATE INDEX staff_proposal_by_author ON staff_proposal USING btree (proposed_by, id);
CREATE INDEX staff_proposal_ended ON staff_proposal USING btree (action, outcome, id) WHERE outcome IS NOT NULL;
CREATE UNIQUE INDEX staff_proposal_once ON staff_proposal USING btree (action, subject) WHERE outcome IS NULL;
CREATE INDEX staff_proposal_open ON staff_proposal USING btree (id) WHERE outcome IS NULL;
CREATE CONSTRAINT TRIGGER staff_proposal_audited AFTER UPDATE OF outcome ON staff_proposal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.outcome = 'agreed'::text) EXECUTE FUNCTION refuse_unaudited();

create table staff_provider_visit (
  token_hash bytea not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  staff_id bigint,
  expires_at timestamp with time zone not null,
  constraint staff_provider_visit_pkey PRIMARY KEY (token_hash),
  constraint staff_provider_visit_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);
CREATE INDEX staff_provider_visit_over ON staff_provider_visit USING btree (expires_at);

create table staff_session (
  token_hash bytea not null,
  staff_id bigint not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint staff_session_pkey PRIMARY KEY (token_hash),
  constraint staff_session_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES staff_member(id)
);
CREATE INDEX staff_session_by_member ON staff_session USING btree (staff_id);

create table staff_tie (
  login text not null,
  made_by text not null,
  alone boolean not null,
  at timestamp with time zone not null,
  constraint staff_tie_pkey PRIMARY KEY (login, made_by)
);
CREATE INDEX staff_tie_by_time ON staff_tie USING btree (at);
CREATE CONSTRAINT TRIGGER staff_tie_audited AFTER DELETE ON staff_tie DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_unaudited();
CREATE TRIGGER staff_tie_lasts BEFORE UPDATE ON staff_tie FOR EACH ROW EXECUTE FUNCTION refuse_weaker_tie();

create table staff_try (
  key bytea not null,
  failures integer not null,
  last_failed_at timestamp with time zone not null,
  locked_until timestamp with time zone,
  locks integer not null default 0,
  constraint staff_try_pkey PRIMARY KEY (key)
);

create table table_partition (
  name text not null,
  parent text not null,
  lower bigint,
  upper bigint not null,
  constraint table_partition_pkey PRIMARY KEY (name),
  constraint table_partition_parent_fkey FOREIGN KEY (parent) REFERENCES partitioned_table(name)
);
CREATE INDEX table_partition_of ON table_partition USING btree (parent, upper);

create table tick (
  product_id integer not null,
  sequence bigint not null,
  at_ms bigint not null,
  price numeric not null,
  size numeric not null,
  source text not null,
  source_at_ms bigint not null,
  instrument text not null default '-'::text,
  trade bigint,
  constraint tick_pkey PRIMARY KEY (product_id, sequence, at_ms),
  constraint tick_price_check CHECK (price > 0::numeric),
  constraint tick_size_check CHECK (size >= 0::numeric),
  constraint tick_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) partition by RANGE (at_ms);
CREATE INDEX tick_by_time ON ONLY tick USING btree (product_id, at_ms DESC, sequence DESC) INCLUDE (price);
CREATE TRIGGER tick_append_only BEFORE UPDATE OR TRUNCATE ON tick FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tick_kept AFTER DELETE ON tick REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_unarchived();

create table tick_archive (
  product_id integer not null,
  first bigint not null,
  last bigint not null,
  from_ms bigint not null,
  to_ms bigint not null,
  root bytea not null,
  object_key text not null,
  bytes integer not null,
  archived_at timestamp with time zone not null default clock_timestamp(),
  constraint tick_archive_pkey PRIMARY KEY (product_id, first),
  constraint tick_archive_object_key_key UNIQUE (object_key),
  constraint tick_archive_check CHECK (((first - 1) % 16384::bigint) = 0 AND last = (first + 16383)),
  constraint tick_archive_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
);
CREATE INDEX tick_archive_by_time ON tick_archive USING btree (product_id, to_ms);
CREATE TRIGGER tick_archive_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON tick_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table tick_head (
  product_id integer not null,
  sequence bigint not null default 0,
  at_ms bigint not null default 0,
  through_ms bigint not null default 0,
  constraint tick_head_pkey PRIMARY KEY (product_id),
  constraint tick_head_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) with (fillfactor=50);

create table tick_rest partition of tick default;
CREATE TRIGGER tick_append_only BEFORE UPDATE OR TRUNCATE ON tick_rest FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER tick_kept AFTER DELETE ON tick_rest REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_unarchived();

create table tick_source (
  product_id integer not null,
  source text not null,
  instrument text not null,
  source_at_ms bigint not null,
  trade bigint,
  constraint tick_source_pkey PRIMARY KEY (product_id, source, instrument),
  constraint tick_source_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id)
) with (fillfactor=50);

create table time_stamp (
  head_number bigint not null,
  made_at timestamp with time zone not null,
  reply bytea,
  ots bytea,
  ots_in_block boolean not null default false,
  ots_ask_at timestamp with time zone,
  constraint time_stamp_pkey PRIMARY KEY (head_number),
  constraint time_stamp_ots_check CHECK (length(ots) <= 20000),
  constraint time_stamp_reply_check CHECK (length(reply) <= 20000)
);

create table trade_order (
  number bigint not null default nextval('trade_order_number_seq'::regclass),
  user_id bigint not null,
  id uuid not null,
  product_id integer not null,
  direction smallint not null,
  stake bigint not null,
  duration_seconds integer not null,
  earnings_rate_bp integer not null,
  payout bigint not null,
  status smallint not null default order_pending(),
  body_hash bytea not null,
  currency text not null,
  scale smallint not null,
  source text not null,
  instrument text not null default '-'::text,
  entry_timeout_ms integer not null,
  stale_after_ms integer not null,
  seen_head bigint not null,
  seen_root bytea not null,
  device_key bytea not null,
  device_signature bytea not null,
  accepted_at_ms bigint not null,
  entry_sequence bigint,
  entry_at_ms bigint,
  entry_price numeric,
  expires_at_ms bigint,
  exit_sequence bigint,
  exit_at_ms bigint,
  exit_price numeric,
  closed_at_ms bigint,
  profit_loss bigint,
  void_reason smallint,
  version integer not null default 1,
  head_number bigint,
  entry_update bytea,
  exit_update bytea,
  id_turn smallint not null default 0,
  source_lag_ms integer not null,
  constraint trade_order_once UNIQUE (id, id_turn),
  constraint trade_order_check CHECK (payout >= stake),
  constraint trade_order_direction_check CHECK (direction = ANY (ARRAY[1, '-1'::integer])),
  constraint trade_order_id_turn_check CHECK (id_turn >= 0),
  constraint trade_order_seen_head_check CHECK (seen_head >= 0),
  constraint trade_order_stake_check CHECK (stake > 0),
  constraint trade_order_status_check CHECK (status >= 1 AND status <= 6),
  constraint trade_order_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint trade_order_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) partition by RANGE (id);
CREATE INDEX trade_order_closed ON ONLY trade_order USING btree (user_id, closed_at_ms DESC, number DESC) INCLUDE (profit_loss) WHERE status > order_open();
CREATE INDEX trade_order_due ON ONLY trade_order USING btree (expires_at_ms, number) WHERE status = order_open();
CREATE INDEX trade_order_holding ON ONLY trade_order USING btree (user_id, number DESC) WHERE status <= order_open();
CREATE UNIQUE INDEX trade_order_number ON ONLY trade_order USING btree (number, id);
CREATE INDEX trade_order_pending ON ONLY trade_order USING btree (accepted_at_ms, number) WHERE status = order_pending();
CREATE INDEX trade_order_signed ON ONLY trade_order USING btree (expires_at_ms, number) WHERE status <= order_open() AND source = 'pyth'::text;
CREATE TRIGGER trade_order_terms BEFORE UPDATE ON trade_order FOR EACH ROW WHEN (old.number IS DISTINCT FROM new.number OR old.user_id IS DISTINCT FROM new.user_id OR old.id IS DISTINCT FROM new.id OR old.product_id IS DISTINCT FROM new.product_id OR old.direction IS DISTINCT FROM new.direction OR old.stake IS DISTINCT FROM new.stake OR old.duration_seconds IS DISTINCT FROM new.duration_seconds OR old.earnings_rate_bp IS DISTINCT FROM new.earnings_rate_bp OR old.payout IS DISTINCT FROM new.payout OR old.body_hash IS DISTINCT FROM new.body_hash OR old.source IS DISTINCT FROM new.source OR old.instrument IS DISTINCT FROM new.instrument OR old.accepted_at_ms IS DISTINCT FROM new.accepted_at_ms OR old.currency IS DISTINCT FROM new.currency OR old.scale IS DISTINCT FROM new.scale OR old.entry_timeout_ms IS DISTINCT FROM new.entry_timeout_ms OR old.stale_after_ms IS DISTINCT FROM new.stale_after_ms OR old.source_lag_ms IS DISTINCT FROM new.source_lag_ms OR old.seen_head IS DISTINCT FROM new.seen_head OR old.seen_root IS DISTINCT FROM new.seen_root OR old.device_key IS DISTINCT FROM new.device_key OR old.device_signature IS DISTINCT FROM new.device_signature) EXECUTE FUNCTION refuse_changed_terms();

create table trade_order_rest partition of trade_order default with (fillfactor=80);
CREATE TRIGGER trade_order_terms BEFORE UPDATE ON trade_order_rest FOR EACH ROW WHEN (old.number IS DISTINCT FROM new.number OR old.user_id IS DISTINCT FROM new.user_id OR old.id IS DISTINCT FROM new.id OR old.product_id IS DISTINCT FROM new.product_id OR old.direction IS DISTINCT FROM new.direction OR old.stake IS DISTINCT FROM new.stake OR old.duration_seconds IS DISTINCT FROM new.duration_seconds OR old.earnings_rate_bp IS DISTINCT FROM new.earnings_rate_bp OR old.payout IS DISTINCT FROM new.payout OR old.body_hash IS DISTINCT FROM new.body_hash OR old.source IS DISTINCT FROM new.source OR old.instrument IS DISTINCT FROM new.instrument OR old.accepted_at_ms IS DISTINCT FROM new.accepted_at_ms OR old.currency IS DISTINCT FROM new.currency OR old.scale IS DISTINCT FROM new.scale OR old.entry_timeout_ms IS DISTINCT FROM new.entry_timeout_ms OR old.stale_after_ms IS DISTINCT FROM new.stale_after_ms OR old.source_lag_ms IS DISTINCT FROM new.source_lag_ms OR old.seen_head IS DISTINCT FROM new.seen_head OR old.seen_root IS DISTINCT FROM new.seen_root OR old.device_key IS DISTINCT FROM new.device_key OR old.device_signature IS DISTINCT FROM new.device_signature) EXECUTE FUNCTION refuse_changed_terms();

create table tree_head (
  number bigint not null,
  at_ms bigint not null,
  sizes jsonb not null,
  throughs jsonb not null,
  roots bytea not null,
  logs jsonb not null,
  entry text not null,
  log_root bytea not null,
  constraint tree_head_pkey PRIMARY KEY (number)
);
CREATE TRIGGER tree_head_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON tree_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table upload (
  user_id bigint not null,
  id uuid not null,
  purpose text not null,
  body_hash bytea not null,
  object_key text not null,
  sealed_key text not null,
  created_at timestamp with time zone not null,
  stored_at timestamp with time zone,
  attached_to text,
  delete_after timestamp with time zone,
  refused_at timestamp with time zone,
  constraint upload_pkey PRIMARY KEY (user_id, id),
  constraint upload_object_key_key UNIQUE (object_key),
  constraint upload_purpose_check CHECK (purpose = ANY (ARRAY['id_front'::text, 'id_back'::text, 'deposit_receipt'::text])),
  constraint upload_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX upload_by_key ON upload USING btree (object_key COLLATE "C");
CREATE INDEX upload_by_user ON upload USING btree (user_id, created_at);
CREATE INDEX upload_due ON upload USING btree (delete_after) WHERE delete_after IS NOT NULL;
CREATE TRIGGER upload_user_lives BEFORE INSERT ON upload FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table used_challenge (
  challenge bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenge_pkey PRIMARY KEY (challenge)
);
CREATE INDEX used_challenge_expiry ON used_challenge USING btree (expires_at);

create table user_note (
  id bigint not null generated always as identity,
  user_id bigint not null,
  author text not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint user_note_pkey PRIMARY KEY (id),
  constraint user_note_text_check CHECK (text <> ''::text),
  constraint user_note_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE INDEX user_note_by_user ON user_note USING btree (user_id, id);
CREATE TRIGGER user_note_append_only BEFORE UPDATE OR TRUNCATE ON user_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER user_note_kept BEFORE DELETE ON user_note FOR EACH ROW EXECUTE FUNCTION refuse_note_loss();
CREATE TRIGGER user_note_user_lives BEFORE INSERT ON user_note FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table user_phone (
  user_id bigint not null,
  sealed text not null,
  constraint user_phone_pkey PRIMARY KEY (user_id),
  constraint user_phone_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER user_phone_user_lives BEFORE INSERT ON user_phone FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table verification (
  user_id bigint not null,
  attempt integer not null,
  status text not null,
  nationality text not null,
  sealed_name text not null,
  sealed_id_number text not null,
  front_photo_id uuid not null,
  back_photo_id uuid not null,
  submitted_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  decided_at timestamp with time zone,
  reason text,
  id_mark bytea,
  valid_until date,
  expiry_told smallint not null default 0,
  constraint verification_pkey PRIMARY KEY (user_id),
  constraint verification_id_mark_check CHECK (length(id_mark) = 32),
  constraint verification_status_check CHECK (status = ANY (ARRAY['submitted'::text, 'under_verification'::text, 'verified'::text, 'rejected'::text])),
  constraint verification_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE UNIQUE INDEX verification_document ON verification USING btree (id_mark) WHERE status = 'verified'::text;
CREATE INDEX verification_expiry ON verification USING btree (valid_until) WHERE status = 'verified'::text AND expiry_told < 2;
CREATE INDEX verification_waiting ON verification USING btree (submitted_at, user_id) WHERE status = ANY (ARRAY['submitted'::text, 'under_verification'::text]);
CREATE TRIGGER verification_user_lives BEFORE INSERT ON verification FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table withdrawal (
  number bigint not null,
  user_id bigint not null,
  id uuid not null,
  reference text not null,
  amount bigint not null,
  fee bigint not null,
  body_hash bytea not null,
  method_kind text not null,
  method_name text not null,
  method_masked text not null,
  sealed_payee text,
  status smallint not null default money_under_review(),
  reason_code text,
  reason_note text,
  payout_reference text,
  created_at timestamp with time zone not null,
  expected_at timestamp with time zone not null,
  picked_up_at timestamp with time zone,
  picked_up_by text,
  ended_at timestamp with time zone,
  constraint withdrawal_pkey PRIMARY KEY (number),
  constraint withdrawal_once UNIQUE (user_id, id),
  constraint withdrawal_reference_key UNIQUE (reference),
  constraint withdrawal_amount_check CHECK (amount > 0),
  constraint withdrawal_check CHECK (fee >= 0 AND fee < amount),
  constraint withdrawal_check1 CHECK ((status = money_under_review()) = (ended_at IS NULL)),
  constraint withdrawal_check2 CHECK ((status = money_successful()) = (payout_reference IS NOT NULL)),
  constraint withdrawal_check3 CHECK ((status = money_failed()) = (reason_code IS NOT NULL)),
  constraint withdrawal_check4 CHECK (reason_code IS DISTINCT FROM 'cancelled_by_user'::text OR picked_up_at IS NULL),
  constraint withdrawal_check5 CHECK (status <> money_successful() OR picked_up_at IS NOT NULL),
  constraint withdrawal_method_kind_check CHECK (method_kind = ANY (ARRAY['bank_card'::text, 'currency_address'::text])),
  constraint withdrawal_reason_code_check CHECK (reason_code = ANY (ARRAY['cancelled_by_user'::text, 'rejected'::text])),
  constraint withdrawal_status_check CHECK (status >= money_under_review() AND status <= money_failed()),
  constraint withdrawal_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
) with (fillfactor=80);
CREATE INDEX withdrawal_by_payment ON withdrawal USING btree (ended_at) WHERE status = money_successful();
CREATE INDEX withdrawal_by_status ON withdrawal USING btree (status, number DESC);
CREATE INDEX withdrawal_by_user ON withdrawal USING btree (user_id, number DESC) INCLUDE (amount, status, created_at);
CREATE INDEX withdrawal_by_user_status ON withdrawal USING btree (user_id, status, number DESC);
CREATE TRIGGER withdrawal_user_lives BEFORE INSERT ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

create table withdrawal_hold (
  user_id bigint not null,
  reason text not null,
  until timestamp with time zone not null,
  constraint withdrawal_hold_pkey PRIMARY KEY (user_id),
  constraint withdrawal_hold_reason_check CHECK (reason = ANY (ARRAY['new_device'::text, 'password'::text, 'second_factor'::text, 'payout_account'::text, 'reset'::text])),
  constraint withdrawal_hold_user_id_fkey FOREIGN KEY (user_id) REFERENCES app_user(id)
);
CREATE TRIGGER withdrawal_hold_lasts BEFORE UPDATE ON withdrawal_hold FOR EACH ROW EXECUTE FUNCTION refuse_shorter_hold();
CREATE TRIGGER withdrawal_hold_user_lives BEFORE INSERT ON withdrawal_hold FOR EACH ROW EXECUTE FUNCTION refuse_deleted_user();

-- function acceptance_due() returns boolean
-- function account_available() returns smallint
-- function account_fees() returns smallint
-- function account_funding() returns smallint
-- function account_in_orders() returns smallint
-- function account_in_withdrawal() returns smallint
-- function account_limit_broken(p_user bigint, p_amount bigint, p_deposit boolean, p_at timestamp with time zone) returns smallint
-- function account_limit_end(p_kind smallint, p_time_zone text, p_start timestamp with time zone) returns timestamp with time zone
-- function account_limit_start(p_kind smallint, p_time_zone text, p_at timestamp with time zone) returns timestamp with time zone
-- function account_limit_used(p_user bigint, p_kind smallint, p_from timestamp with time zone) returns bigint
-- function account_savings_confirmed() returns smallint
-- function account_savings_interest() returns smallint
-- function account_savings_pending() returns smallint
-- function account_trading() returns smallint
-- function accrue_savings(p_today date, p_limit integer, p_at timestamp with time zone DEFAULT clock_timestamp()) returns TABLE(state text, day date, scanned integer, savers bigint[])
-- function alert_above() returns smallint
-- function alert_active() returns smallint
-- function alert_below() returns smallint
-- function alert_cancelled() returns smallint
-- function alert_triggered() returns smallint
-- function append_feed_events(p_at_ms bigint[], p_kind text[], p_symbol text[], p_fields text[]) returns integer
-- function append_ticks(p_products integer[], p_through_ms bigint, p_ticks new_tick[]) returns TABLE(ord bigint, sequence bigint)
-- function audit_hash(p_previous bytea, p_entry audit_entry) returns bytea
-- function begin_login(p_account text, p_lane text, p_stranger boolean, p_now timestamp with time zone, p_free integer, p_wait_max interval, p_forget interval, p_budget integer, p_window interval) returns TABLE(wait_until timestamp with time zone, spent boolean)
-- function book_confirmations(p_number bigint[], p_at timestamp with time zone) returns SETOF savings_movement
-- function book_earnings(p_user bigint[], p_day date, p_income bigint) returns bigint[]
-- function chain_audit_entry() returns trigger
-- function close_or_set_aside(p_ends order_end[], p_closed_at_ms bigint, p_head bigint) returns SETOF trade_order
-- function close_orders(p_ends order_end[], p_closed_at_ms bigint, p_head bigint) returns SETOF trade_order
-- function confirm_or_set_aside(p_number bigint[], p_at timestamp with time zone) returns SETOF savings_movement
-- function confirm_savings(p_today date, p_limit integer, p_at timestamp with time zone) returns SETOF savings_movement
-- function count_exposure(p_product integer[], p_direction smallint[], p_profit bigint[]) returns void
-- function direction_down() returns smallint
-- function direction_up() returns smallint
-- function drop_archived_ticks(p_product integer, p_first bigint, p_root bytea, p_bytes bigint) returns void
-- function drop_foreign_acceptances(p_orders bigint[]) returns void
-- function drop_partitions(p_parent text, p_upper bigint, p_only_empty boolean) returns SETOF text
-- function earn_or_set_aside(p_user bigint[], p_day date, p_income bigint, p_at timestamp with time zone) returns bigint[]
-- function enter_or_set_aside(p_number bigint[], p_id uuid[], p_sequence bigint[], p_at_ms bigint[], p_price numeric[], p_now_ms bigint, p_update bytea[] DEFAULT NULL::bytea[]) returns SETOF trade_order
-- function enter_orders(p_limit integer, p_now_ms bigint DEFAULT NULL::bigint) returns SETOF trade_order
-- function enter_signed_orders(p_limit integer, p_now_ms bigint) returns SETOF trade_order
-- function entry_second(p_accepted_at_ms bigint) returns bigint
-- function feed_field(p_entry text, p_kind text, p_name text) returns text
-- function fold_interval(p_fine text, p_coarse text, p_bucket_ms bigint, p_from_ms bigint) returns void
-- function fold_minutes(p_from_ms bigint) returns void
-- function fold_ticks(p_from_ms bigint) returns void
-- function guard_partition(p_partition text, p_parent text) returns void
-- function hold_lease(p_name text, p_token bigint) returns boolean
-- function house_stripe(p_kind smallint, p_user bigint) returns smallint
-- function id_made_at_ms(p_id uuid) returns bigint
-- function is_about_row(p_sqlstate text) returns boolean
-- function is_leaf(p_entry text, p_form text, p_fields text[]) returns boolean
-- function is_logged_late(p_head bigint, p_accepted_at_ms bigint) returns boolean
-- function is_settlement(p_entry text) returns boolean
-- function is_signed(p_source text) returns boolean
-- function is_silent(placed trade_order, p_second bigint, p_head bigint) returns boolean
-- function is_time_zone(p_name text) returns boolean
-- function is_within_quota(p_product integer[], p_direction smallint[], p_profit bigint[], p_code smallint[], p_stripe smallint) returns boolean
-- function leaf_field(p_entry text, p_form text, p_fields text[], p_name text) returns text
-- function leaf_place(p_fields text[], p_name text) returns integer
-- function ledger_account_id(p_user bigint, p_kind smallint) returns bigint
-- function ledger_balance(p_user bigint, p_kind smallint) returns bigint
-- function ledger_post(p_user bigint, p_kind smallint, p_reference uuid, p_account bigint[], p_amount bigint[]) returns TABLE(transfer_id bigint, posted boolean)
-- function ledger_transfer_near(p_at timestamp with time zone) returns bigint
-- function ledger_version(p_user bigint) returns bigint
-- function limit_deposit_day() returns smallint
-- function limit_deposit_month() returns smallint
-- function limit_deposit_week() returns smallint
-- function limit_exposure(p_product integer, p_direction smallint, p_max bigint) returns bigint
-- function limit_loss_day() returns smallint
-- function limit_loss_month() returns smallint
-- function limit_loss_week() returns smallint
-- function limit_open_stakes() returns smallint
-- function limit_orders_day() returns smallint
-- function limit_session() returns smallint
-- function limit_stake() returns smallint
-- function log_or_set_aside(p_number bigint[], p_id uuid[], p_size bigint, p_head bigint, p_now_ms bigint) returns bigint
-- function log_orders(p_head bigint, p_now_ms bigint DEFAULT NULL::bigint) returns bigint
-- function log_settlements(p_closed trade_order[]) returns void
-- function make_first_partitions() returns void
-- function make_partition(p_parent text, p_name text, p_lower bigint, p_upper bigint) returns boolean
-- function make_partitions(p_parent text, p_now_ms bigint) returns SETOF text
-- function message_settled(p_closed trade_order[]) returns void
-- function money_failed() returns smallint
-- function money_successful() returns smallint
-- function money_under_review() returns smallint
-- function ms_before_entry(p_id uuid) returns bigint
-- function note_silences(p_closed trade_order[], p_at_ms bigint) returns void
-- function order_entry(placed trade_order, product product) returns text
-- function order_gain(p_direction smallint, p_entry numeric, p_exit numeric) returns numeric
-- function order_lost() returns smallint
-- function order_open() returns smallint
-- function order_pending() returns smallint
-- function order_status_name(p_status smallint) returns text
-- function order_terms(placed trade_order, product product) returns text
-- function order_tie() returns smallint
-- function order_void() returns smallint
-- function order_won() returns smallint
-- function orders_since(p_user bigint, p_from_ms bigint) returns TABLE(orders bigint)
-- function partition_bound(p_parent text, p_at bigint) returns text
-- function partition_period(p_table partitioned_table, p_now_ms bigint, p_later integer) returns timestamp without time zone
-- function pass_due(OUT acceptances boolean, OUT entries boolean, OUT settlements boolean) returns record
-- function place_orders(p_orders new_order[], p_currency text, p_scale integer, p_orders_a_minute integer DEFAULT 0, p_open_stakes_max bigint DEFAULT 0) returns TABLE(ord integer, code smallint, number bigint, available bigint, accepted_at_ms bigint)
-- function placing_exists() returns smallint
-- function placing_exposed() returns smallint
-- function placing_frozen() returns smallint
-- function placing_id_taken() returns smallint
-- function placing_insufficient() returns smallint
-- function placing_limited() returns smallint
-- function placing_no_user() returns smallint
-- function placing_on_break() returns smallint
-- function placing_open_stakes() returns smallint
-- function placing_placed() returns smallint
-- function placing_time_off() returns smallint
-- function placing_too_fast() returns smallint
-- function push_terms() returns TABLE(kind text, category text, muted_group text, kept interval, pause interval)
-- function queue_announcement() returns trigger
-- function queue_push() returns trigger
-- function queue_pushes(p_user bigint[], p_kind text[], p_facts jsonb[]) returns void
-- function read_update(p_proof bytea, OUT feed text, OUT price numeric, OUT publish_at bigint, OUT previous_at bigint) returns record
-- function reference_number(prefix text, number bigint, at_ms bigint) returns text
-- function refuse_accrued_income() returns trigger
-- function refuse_break_loss() returns trigger
-- function refuse_change() returns trigger
-- function refuse_changed_terms() returns trigger
-- function refuse_changed_version() returns trigger
-- function refuse_deleted_user() returns trigger
-- function refuse_exposed(p_product integer[], p_direction smallint[], p_profit bigint[], p_code smallint[]) returns smallint[]
-- function refuse_leaf(p_entry text, p_form text) returns text
-- function refuse_note_loss() returns trigger
-- function refuse_return() returns trigger
-- function refuse_shorter_hold() returns trigger
-- function refuse_unarchived() returns trigger
-- function refuse_unaudited() returns trigger
-- function refuse_unversioned_terms() returns trigger
-- function refuse_weaker_tie() returns trigger
-- function result_place(p_entry text, p_id_turn smallint DEFAULT 0) returns TABLE(minute integer, key bytea, hash bytea)
-- function retry_savings(p_today date, p_at timestamp with time zone) returns SETOF savings_movement
-- function same_time_zones(p_name text) returns text[]
-- function savings_confirmed() returns smallint
-- function savings_day_reference(p_day date) returns uuid
-- function savings_deposit() returns smallint
-- function savings_pending() returns smallint
-- function savings_transfer_out() returns smallint
-- function set_order_aside(p_number bigint, p_reason text, p_now_ms bigint) returns void
-- function set_saver_aside(p_user bigint, p_reason text, p_at timestamp with time zone, p_from_day date) returns void
-- function settle_orders(p_limit integer, p_closed_at_ms bigint, p_head bigint) returns SETOF trade_order
-- function settle_signed_orders(p_limit integer, p_closed_at_ms bigint, p_head bigint) returns SETOF trade_order
-- function settled_facts(closed trade_order, product product) returns jsonb
-- function settlement_due() returns boolean
-- function settlement_entry(closed trade_order, product product) returns text
-- function settlement_field(p_entry text, p_name text) returns text
-- function settlement_fields() returns text[]
-- function signed_number(p_bytes bytea, p_at integer) returns bigint
-- function signed_settlement_due() returns boolean
-- function store_updates(p_product integer[], p_set text, p_proof bytea[]) returns bigint
-- function take_lease(p_name text, p_holder text, p_ttl_ms integer, p_stalled_beat bigint, p_force boolean) returns bigint
-- function tick_ranges(p_product integer[], p_first bigint[], p_last bigint[], p_of integer[]) returns TABLE(part integer, symbol text, sequence bigint, at_ms bigint, price text, size text, source text, source_at_ms bigint, instrument text, trade bigint)
-- function tick_root(p_product integer, p_first bigint, p_last bigint) returns bytea
-- function time_zone_here(p_name text, p_offset text DEFAULT NULL::text) returns text
-- function time_zone_of_offset(p_offset text) returns text
-- function told_expired() returns smallint
-- function told_expiring() returns smallint
-- function told_nothing() returns smallint
-- function transfer_account_closed() returns smallint
-- function transfer_demo_grant() returns smallint
-- function transfer_deposit_credited() returns smallint
-- function transfer_order_placed() returns smallint
-- function transfer_order_settled() returns smallint
-- function transfer_order_voided() returns smallint
-- function transfer_savings_confirmed() returns smallint
-- function transfer_savings_deposited() returns smallint
-- function transfer_savings_earned() returns smallint
-- function transfer_savings_transferred_out() returns smallint
-- function transfer_withdrawal_paid() returns smallint
-- function transfer_withdrawal_requested() returns smallint
-- function transfer_withdrawal_returned() returns smallint
-- function update_for(placed trade_order, p_second bigint) returns bytea
-- function void_logged_late() returns smallint
-- function void_no_entry_tick() returns smallint
-- function void_reason_name(p_reason smallint) returns text
-- function void_stale_at_expiry() returns smallint
-- function void_too_few_ticks() returns smallint
-- function wanted_updates(p_set text, p_until bigint, p_limit integer) returns TABLE(product_id integer, feed text, second bigint)
