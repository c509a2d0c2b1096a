-- What a partner keeps with a transaction; null when it gave nothing.
alter table player_transaction add column metadata jsonb;

-- An event names both cashboxes: the one that the transaction is for, and the one that confirmed it or locked it.
update outbox_event as event
set payload = (event.payload - 'cash_id') || jsonb_build_object('metadata', '{}'::jsonb, 'cash_id', aimed.cash_id::text,
      'confirmed_by', case when event.topic in ('transaction.confirmed', 'transaction.reversed')
                      then event.payload ->> 'cash_id' end)
    || case event.topic when 'transaction.locked' then jsonb_build_object('locked_by', event.payload ->> 'cash_id') else '{}' end
from player_transaction as tx left join agent as aimed on aimed.id = tx.agent_id
where tx.id = event.subject_id and not event.payload ? 'confirmed_by';
