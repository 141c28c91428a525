-- An order id counts once for all users, as it does in the map of results. Versions before this one accepted it once a user: of
-- those, the order that has a result keeps the id's place, else the first one. `id_turn` of the others is 1 and more.
alter table trade_order add column id_turn smallint not null default 0 check (id_turn >= 0);
update trade_order placed set id_turn = shared.turn
  from (select number, id, row_number() over (partition by id order by has_result desc, number) - 1 as turn
          from (select known.number, known.id, count(*) over (partition by known.id) as orders,
                       exists (select from settlement where settlement.order_number = known.number) as has_result
                  from trade_order known) each
         where orders > 1) shared
 where placed.number = shared.number and placed.id = shared.id and shared.turn > 0;
alter table trade_order drop constraint trade_order_once;
alter table trade_order add constraint trade_order_once unique (id, id_turn);

-- A tie that one person made alone no longer ends by time. One with an administrator was made on the command line, by whoever runs
-- the machine: those two could never act together again.
update staff_tie tie set alone = false
  from staff_member member where member.login = tie.login and 'administrator' = any (member.roles);

-- New codes have 8 characters, so that they cannot be searched for.
alter table opening_code drop constraint opening_code_code_check;
alter table opening_code add constraint opening_code_code_check check (code ~ '^[A-Z0-9]{6}([A-Z0-9]{2})?$');
