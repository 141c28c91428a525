-- What witnesses have signed: the line of a signed note, for the checkpoint that ends with that head.
create table cosignature (
  head_number bigint not null,
  origin text not null,
  witness text not null,
  line text not null,
  primary key (head_number, origin, witness)
);
