-- Entries of floats and commissions that no confirmation made, by kind: a statement finds the few top-ups among 500,000
-- confirmations here. Confirmations have running numbers of their own, so they write nothing to this table.

create table entry_by_kind (
  account_id      uuid        not null,
  kind            text        not null,
  account_version bigint      not null,
  amount          bigint      not null,
  -- Of the transfer.
  at              timestamptz not null,
  primary key (account_id, kind, account_version)
);
insert into entry_by_kind (account_id, kind, account_version, amount, at)
select entry.account_id, transfer.kind, entry.account_version, entry.amount, transfer.created_at
from transfer
join entry on entry.transfer_id = transfer.id
join account on account.id = entry.account_id
where transfer.kind <> 'confirmation' and account.kind in ('float', 'commission');
create trigger entry_by_kind_append_only before update or delete or truncate on entry_by_kind
  for each statement execute function refuse_change();
