-- The double-entry ledger. Integers of minor units, append-only. Only the functions below write these tables.

create table account (
  id       uuid   primary key,
  kind     text   not null check (kind in
             ('float', 'commission', 'clearing', 'commission_expense', 'rail', 'adjustment', 'suspense')),
  -- The network's counter-accounts are kept per agent as well, so that locks stay within one agent.
  agent_id uuid,
  -- The player service of a clearing account, the rail of a rail account.
  party    text,
  asset    text   not null,
  balance  bigint not null default 0,
  -- The lowest balance allowed; null for accounts without one.
  floor    bigint,
  version  bigint not null default 0,
  constraint account_above_floor check (floor is null or balance >= floor),
  constraint account_is_one unique nulls not distinct (agent_id, kind, party, asset)
) with (fillfactor = 70);

create table transfer (
  id         uuid        primary key,
  kind       text        not null check (kind in
               ('confirmation', 'reversal', 'top_up', 'settlement', 'payout', 'adjustment')),
  -- What the transfer is for. One thing moves money at most once.
  reference  text        not null,
  reason     text,
  created_at timestamptz not null,
  constraint transfer_is_one unique (kind, reference)
);

create table entry (
  account_id      uuid   not null,
  account_version bigint not null,
  transfer_id     uuid   not null,
  amount          bigint not null check (amount <> 0),
  balance_after   bigint not null,
  primary key (account_id, account_version)
);
create index entry_of_transfer on entry (transfer_id);

-- Runs once per insert statement: what was added must sum to zero per transfer and asset,
-- agree with the accounts as they now stand, and never have been below a floor on the way.
create function check_entries() returns trigger language plpgsql as $$
begin
  if exists (
    select 1
    from (
      select added.transfer_id,
             sum(added.amount) = 0 and count(account.asset) = count(*)
               and bool_and(added.account_version < account.version
                 or added.account_version = account.version and added.balance_after = account.balance)
               and bool_and(account.floor is null or added.balance_after >= account.floor) as is_sound
      from added
      left join lateral (
        select asset, version, balance, floor from account where id = added.account_id limit 1
      ) as account on true
      group by added.transfer_id, account.asset
    ) as checked
    left join lateral (select true as is_there from transfer where id = checked.transfer_id limit 1) as transfer on true
    where checked.is_sound is not true or transfer.is_there is null
  ) then
    raise exception 'entries do not balance' using errcode = 'CB001';
  end if;
  return null;
end $$;

create trigger entries_balance after insert on entry
  referencing new table as added for each statement execute function check_entries();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CB002';
end $$;

create trigger entry_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

create function refuse_account_change() returns trigger language plpgsql as $$
begin
  raise exception 'an account is never removed or made another one' using errcode = 'CB002';
end $$;

create trigger account_stays before delete or truncate on account
  for each statement execute function refuse_account_change();
create trigger account_keeps_identity before update of id, kind, agent_id, party, asset on account
  for each statement execute function refuse_account_change();

-- Posts transfers together: line i adds line_amounts[i] to line_accounts[i] as part of line_transfers[i].
-- Zero amounts are left out. Lock the accounts in id order first.
create function post_transfers(
  new_kind text, ids uuid[], new_references text[], reasons text[], times timestamptz[],
  line_transfers uuid[], line_accounts uuid[], line_amounts bigint[]
) returns void language plpgsql as $$
begin
  insert into transfer (id, kind, reference, reason, created_at)
  select new.id, new_kind, new.reference, new.reason, new.at
  from unnest(ids, new_references, reasons, times) as new (id, reference, reason, at);

  update account set balance = account.balance + total.amount, version = account.version + total.entries
  from (
    select line.account_id, sum(line.amount)::bigint as amount, count(*) as entries
    from unnest(line_accounts, line_amounts) as line (account_id, amount)
    where line.amount <> 0 group by line.account_id
  ) as total
  where account.id = total.account_id;

  -- The balance after each line, counted back from the balance after all of them.
  insert into entry (account_id, account_version, transfer_id, amount, balance_after)
  select line.account_id, account.version - line.entries + line.number, line.transfer_id, line.amount,
         account.balance - line.total + line.running
  from (
    select transfer_id, account_id, amount, row_number() over up_to_here as number, count(*) over all_of_it as entries,
           (sum(amount) over up_to_here)::bigint as running, (sum(amount) over all_of_it)::bigint as total
    from unnest(line_transfers, line_accounts, line_amounts) with ordinality
      as line (transfer_id, account_id, amount, position)
    where amount <> 0
    window up_to_here as (partition by account_id order by position rows unbounded preceding),
           all_of_it as (partition by account_id)
  ) as line
  cross join lateral (select version, balance from account where id = line.account_id limit 1) as account;
end $$;

-- The id of an account, opened when it does not exist yet.
create function open_account(
  new_id uuid, for_agent uuid, new_kind text, new_party text, new_asset text, new_floor bigint
) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  insert into account (id, agent_id, kind, party, asset, floor)
  values (new_id, for_agent, new_kind, new_party, new_asset, new_floor)
  on conflict on constraint account_is_one do nothing
  returning id into found_id;
  if found_id is null then
    select id into strict found_id from account
    where agent_id is not distinct from for_agent and kind = new_kind
      and party is not distinct from new_party and asset = new_asset;
  end if;
  return found_id;
end $$;

-- A percentage in hundredths of a percent of an amount, rounded half to even.
create function fee_of(amount bigint, rate_bp integer) returns bigint language sql immutable as $$
  select q + case when 2 * r > 10000 or (2 * r = 10000 and q % 2 = 1) then 1 else 0 end
  from (select amount * rate_bp / 10000 as q, amount * rate_bp % 10000 as r) as division
$$;
