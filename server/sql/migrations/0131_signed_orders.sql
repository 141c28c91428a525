-- Whether an order on signed prices is due is asked ten times a second; most houses have none.
create index trade_order_signed on trade_order (expires_at_ms, number) where status <= order_open() and source = 'pyth';
