-- Writes what `judge_confirmations` found, with one statement a table.
create or replace function write_confirmations(
  confirmed confirmation[], transaction_ids text[], sealed_ids uuid[], events outbox_event[], refused_keys refused_key[],
  limited_shifts integer[], limited_amounts bigint[])
returns void language plpgsql as $$
declare
  closed integer;
begin
  if cardinality(confirmed) > 0 then
    update account set balance = account.balance + total.amount, version = account.version + total.count
    from (
      select side.account_id, sum(side.amount)::bigint as amount, count(*) as count
      from unnest(confirmed) as one cross join lateral (values
        (one.float_id, float_change(one.type, one.amount)), (one.commission_id, one.fee)
      ) as side (account_id, amount)
      where side.account_id is not null group by side.account_id) as total
    where account.id = total.account_id;
    -- This closes them. Their wide rows stay as they are, unless a code has to go. If a row vanished after we took the locks,
    -- the caller retries.
    delete from open_transaction where transaction_id = any (transaction_ids);
    get diagnostics closed = row_count;
    if closed <> cardinality(transaction_ids) then
      raise exception 'a transaction was closed meanwhile' using errcode = '40001';
    end if;
    if cardinality(sealed_ids) > 0 then
      update player_transaction set sealed_code = null where id = any (sealed_ids);
    end if;
    insert into confirmation select * from unnest(confirmed);
    perform count_in_days(confirmed, 1);
    if cardinality(limited_shifts) > 0 then
      update shift set used = shift.used + total.amount
      from (
        select id, sum(amount)::bigint as amount from unnest(limited_shifts, limited_amounts) as each (id, amount)
        group by id) as total
      where shift.id = total.id;
    end if;
  end if;
  if cardinality(events) > 0 then
    insert into outbox_event (id, topic, partner_id, subject_id, locked_by, created_at, next_attempt_at)
    select id, topic, partner_id, subject_id, locked_by, created_at, created_at from unnest(events);
  end if;
  if cardinality(refused_keys) > 0 then
    insert into refused_key select * from unnest(refused_keys);
  end if;
end $$;

-- Adds confirmations to the totals of their days; with -1 instead of 1 takes them out again.
create or replace function count_in_days(counted confirmation[], times integer) returns void language plpgsql as $$
#variable_conflict use_column
begin
  insert into daily_total as total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum,
    withdraw_fee)
  select agent_id, (finished_at at time zone 'UTC')::date,
         times * count(*) filter (where type = 'deposit'),
         times * coalesce(sum(amount) filter (where type = 'deposit'), 0),
         times * coalesce(sum(fee) filter (where type = 'deposit'), 0),
         times * count(*) filter (where type = 'withdraw'),
         times * coalesce(sum(amount) filter (where type = 'withdraw'), 0),
         times * coalesce(sum(fee) filter (where type = 'withdraw'), 0)
  from unnest(counted) as one group by 1, 2
  on conflict (agent_id, day) do update set
    deposit_count = total.deposit_count + excluded.deposit_count,
    deposit_sum = total.deposit_sum + excluded.deposit_sum,
    deposit_fee = total.deposit_fee + excluded.deposit_fee,
    withdraw_count = total.withdraw_count + excluded.withdraw_count,
    withdraw_sum = total.withdraw_sum + excluded.withdraw_sum,
    withdraw_fee = total.withdraw_fee + excluded.withdraw_fee;
end $$;
