-- Who helps users in a country, entered by the operator (PRODUCT.md 19.8). `country` is null for everywhere else.
create table help_line (
  id bigint generated always as identity primary key,
  country text check (country ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 1 and 80),
  phone text check (phone ~ '^[0-9+*#() -]{3,30}$'),
  url text check (url ~ '^https://' and length(url) <= 300),
  check (phone is not null or url is not null),
  unique nulls not distinct (country, name)
);
