-- The index finds the alerts that a price has reached; the database compares them, and no process holds them in memory.
create index price_alert_by_price on price_alert (product_id, direction, price) where state = alert_active();
drop index if exists price_alert_active;
