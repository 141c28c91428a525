-- Who made it possible that somebody signs in: by an invitation, a reset or a link to the identity provider. For a time the two are
-- not two people to the house (PRODUCT.md 20.3).
create table staff_tie (
  login text not null,
  made_by text not null,
  -- Nobody agreed to it: whom one person has made alone are not two people for each other, either.
  alone boolean not null,
  at timestamptz not null,
  primary key (login, made_by)
);
create index staff_tie_by_time on staff_tie (at);
