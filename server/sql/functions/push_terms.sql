-- Properties of a push about a kind of message: its category, the group that the user can mute in the app, how long it
-- is worth telling, and how long it waits for others of its kind.
create or replace function push_terms()
  returns table (kind text, category text, muted_group text, kept interval, pause interval) language sql immutable as $$
  values
    ('order_settled', 'results', 'orders', interval '5 minutes', interval '2 seconds'),
    ('price_alert', 'alerts', 'alerts', interval '10 minutes', interval '1 second'),
    ('deposit_successful', 'money', 'deposits', interval '1 day', interval '0'),
    ('deposit_failed', 'money', 'deposits', interval '1 day', interval '0'),
    ('withdrawal_successful', 'money', 'withdrawals', interval '1 day', interval '0'),
    ('withdrawal_failed', 'money', 'withdrawals', interval '1 day', interval '0'),
    ('savings_confirmed', 'money', 'savings', interval '1 day', interval '0'),
    ('verification_verified', 'security', 'verification', interval '1 day', interval '0'),
    ('verification_rejected', 'security', 'verification', interval '1 day', interval '0'),
    ('security', 'security', null, interval '1 day', interval '0'),
    ('announcement', 'announcements', null, interval '1 day', interval '0')
$$;
