-- A maintenance can have an end, which users read as the opening time.
alter table product add column maintenance_until timestamptz;
