-- Prices of the simulated market are no longer fixed an hour at a time.
drop table simulated_hour;
