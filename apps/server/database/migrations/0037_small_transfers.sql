-- Less than the minimum deposit, as the index of the providers says: looked at in a share of its own, so that a flood of
-- tiny sums delays no top-up.
alter table tron_transaction add column is_small boolean not null default false;
create index tron_transaction_small_due on tron_transaction (next_look_at) where state = 'open' and is_small;
