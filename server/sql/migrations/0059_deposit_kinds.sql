-- Which kinds there are is said once, by contract/depositKinds.ts, from which every row is written.
alter table deposit drop constraint deposit_channel_kind_check,
  add constraint deposit_channel_kind_check check (channel_kind ~ '^[a-z_]{2,20}$');
