import type { Client } from 'pg'
import type { Size } from './load-agents.ts'

/** Two years of them, nine of ten confirmed. One agent has a tenth, ten have a hundredth each, the others less. */
export async function loadTransactions(db: Client, { transactions }: Size): Promise<void> {
  await db.query(
    `create unlogged table bench_transaction as
     with drawn as (
       select n, now() - interval '730 days' * (1 - n::float8 / $1) - interval '2 minutes' as at,
              bench_share(n, 21) as luck, bench_share(n, 22) as who, bench_share(n, 23) as service,
              bench_share(n, 24) as round, bench_share(n, 25) as height, bench_share(n, 26) as player,
              n > 0.997 * $1 as is_new
       from generate_series(1, $1::integer) as n
     )
     select n, at, bench_id(at, 16, n) as id, agent.g, agent.id as agent_id, agent.channel_id, partner.id as service_id,
            case when bench_share(n, 27) < 0.65 then 'deposit' else 'withdraw' end as type,
            case when round < 0.3 then (array[10000, 50000, 100000, 500000])[1 + floor(round / 0.075)::integer]
                 else 100 * floor(10 ^ (1 + 4 * height))::bigint end as amount,
            'player-' || floor(0.06 * $1 * player ^ 2)::integer as player_id,
            case when is_new and luck < 0.55 then 'open' when luck < 0.015 then 'cancelled' when luck < 0.098 then 'expired'
                 when luck < 0.099 then 'reversed' else 'confirmed' end as state,
            at + interval '1 hour' * bench_share(n, 28) ^ 4 as finished_at
     from drawn
     join bench_agent as agent on agent.rank = case
       when who < 0.1 then 1 when who < 0.2 then 2 + floor((who - 0.1) * 100)
       else 12 + floor(((select max(rank) from bench_agent) - 12) * ((who - 0.2) / 0.8) ^ 2) end::integer
     join (select id, row_number() over (order by code) as place from partner where code like 'partner-%') as partner
       -- The tenth left long ago, and the eleventh has hardly begun.
       on partner.place = case when drawn.service < 0.00002 then 11 when n < 0.2 * $1 and drawn.service < 0.015 then 10
                               when drawn.service < 0.4 then 1 when drawn.service < 0.65 then 2 when drawn.service < 0.8 then 3
                               else 4 + floor((drawn.service - 0.8) * 30)::integer end`,
    [transactions],
  )
  // The open ones are listed below, not by the trigger.
  await db.query('alter table player_transaction disable trigger user')
  await db.query(
    `insert into player_transaction (id, transaction_id, partner_id, channel_id, agent_id, type, amount, player_id,
       security_code_hash, locked_at, ended_as, created_at, expires_at, reference, body_hash, closed_at)
     select id, 'B' || n, service_id, channel_id, case when bench_share(n, 29) < 0.3 then agent_id end, type, amount,
            player_id, case when type = 'withdraw' then 'x' end,
            case when state = 'open' and type = 'withdraw' and bench_share(n, 30) < 0.05 then at + interval '1 minute' end,
            case when state in ('expired', 'cancelled', 'reversed') then state end, at, at + interval '1 day', 'order-' || n, n,
            case when state in ('expired', 'cancelled') then at + interval '1 day' end
     from bench_transaction`,
  )
  await db.query('alter table player_transaction enable trigger user')
  await db.query(
    `insert into open_transaction (transaction_id, id, agent_id, created_at, expires_at, partner_id, channel_id, withdrawal)
     select tx.transaction_id, tx.id, tx.agent_id, tx.created_at, tx.expires_at, tx.partner_id, tx.channel_id,
            case tx.type when 'withdraw' then tx.amount end
     from bench_transaction as made join player_transaction as tx on tx.id = made.id where made.state = 'open'`,
  )
}

/** What moves the agents' accounts. The network's side is on no list: here it is one account for each currency. */
export async function loadMoney(db: Client, beside: Client, size: Size): Promise<void> {
  await loadTopups(db, size)
  await loadRequests(db, size)
  await loadMoves(db)
  await Promise.all([loadConfirmations(db).then(() => loadTotals(db)), loadLedger(beside)])
}

async function loadConfirmations(db: Client) {
  await db.query(`
    insert into confirmation (player_transaction_id, agent_id, number, type_number, type,
      amount, fee, fee_bp, finished_at, session_id, geo_lat, geo_lon, geo_accuracy_m, geo_age_s, ip, key_hash,
      float_id, float_version, float_balance, clearing_id, commission_id, commission_version, commission_balance, expense_id)
    select tx.id, tx.agent_id, move.number,
           case tx.type when 'deposit' then move.deposits else move.number - move.deposits end, tx.type, tx.amount,
           move.commission, case tx.type when 'deposit' then 200 else 150 end, move.at, agent.session_id,
           41 + g % 1000 / 1000.0, 69 + g % 999 / 1000.0, 20, 5, '10.0.' || g % 200 || '.' || n % 200,
           hashint8extended(n, 0), agent.float_id, move.float_version, move.float_balance, source.clearing_id,
           case when move.commission > 0 then agent.commission_id end,
           case when move.commission > 0 then move.commission_version end,
           case when move.commission > 0 then move.commission_balance end,
           case when move.commission > 0 then source.expense_id end
    from bench_move as move join bench_transaction as tx using (n, g) join bench_agent as agent using (g)
    join (select code, open_account(null, 'clearing', 'bench', code, null) as clearing_id,
                 open_account(null, 'commission_expense', null, code, null) as expense_id
          from (select distinct currency_code as code from channel) as currency) as source on source.code = agent.currency_code
    where move.kind = 'confirmation';
    insert into reversal (player_transaction_id, agent_id, reason, requested_by, reversed_at)
    select tx.id, tx.agent_id, 'The player asked twice.', 'partner', move.at
    from bench_move as move join bench_transaction as tx using (n, g) where move.kind = 'reversal';`)
}

async function loadLedger(db: Client) {
  await db.query(`
    insert into account (id, kind, agent_id, asset, floor, balance, version)
    select line.id, line.kind, agent.id, agent.currency_code, line.floor, coalesce(line.balance, 0), coalesce(line.version, 0)
    from bench_agent as agent
    left join (select g, sum(float)::bigint as float, count(*) filter (where float <> 0) as floats,
                      sum(commission)::bigint as commission, count(*) filter (where commission <> 0) as commissions
               from bench_move group by g) as total using (g)
    cross join lateral (values (float_id, 'float', 0, total.float, total.floats),
                               (commission_id, 'commission', null, total.commission, total.commissions)
    ) as line (id, kind, floor, balance, version);
    select setval('account_id_seq', max(id)) from account;
    insert into movement (kind, reference, at, amount, from_id, from_balance, from_version, to_id, to_balance, to_version)
    select line.kind::movement_kind, reference, at, abs(line.amount),
           case when is_given then line.id else other.id end, case when is_given then line.balance end,
           case when is_given then line.version end, case when is_given then other.id else line.id end,
           case when not is_given then line.balance end, case when not is_given then line.version end
    from bench_move as move join bench_agent as agent using (g)
    join (select code, open_account(null, 'adjustment', null, code, null) as id
          from (select distinct currency_code as code from channel) as currency) as source on source.code = agent.currency_code
    -- A reversal takes the fee back too; a settlement goes from the commission to the float.
    cross join lateral (values
      (move.kind, agent.float_id, move.float, float_balance, float_version),
      ('fee_reversal', agent.commission_id, move.commission,
       commission_balance, commission_version)
    ) as line (kind, id, amount, balance, version)
    cross join lateral (select line.amount < 0 as is_given, source.id) as other
    where line.amount <> 0 and move.kind not in ('confirmation', 'commission_credit')
    union all
    select move.kind::movement_kind, reference, at, float, agent.commission_id, commission_balance, commission_version, agent.float_id,
           float_balance, float_version
    from bench_move as move join bench_agent as agent using (g) where move.kind = 'commission_credit'`)
}

/** One of a hundred is held, and some of the newest are on their way. */
async function loadTopups(db: Client, { topups }: Size) {
  await db.query(
    `create unlogged table bench_topup as
     select n, at, bench_id(at, 32, n) as id, agent.g, agent.id as agent_id, agent.currency_code,
            case when n > 0.999 * $1 then 'confirming' when luck < 0.01 then 'held' when luck < 0.015 then 'returned'
                 else 'credited' end as state, 100 * floor(10 ^ (2 + 3 * bench_share(n, 42)))::bigint as amount
     from (select n, now() - interval '730 days' * (1 - n::float8 / $1) - interval '1 minute' as at, bench_share(n, 41) as luck
           from generate_series(1, $1::integer) as n) as drawn
     join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(n, 43) ^ 2)::integer`,
    [topups],
  )
  await db.query(`
    insert into topup (id, agent_id, rail, reference, state, reason, coin, units, decimals, sender, txid, confirmations,
      currency_code, rate, offset_percent, rounding, received, seen_at, finished_at)
    select id, case when state <> 'held' or n % 20 > 0 then agent_id end,
           case when n % 5 = 0 then 'perfect-money' else 'tron' end, 'reference-' || n, state,
           case when state = 'held' then
             (array['below_minimum', 'below_minimum', 'no_rate', 'providers_disagree', 'order_expired'])[1 + n % 5] end,
           case when n % 5 = 0 then 'USD' else 'USDT' end, amount * 100, 6, 'T' || md5(n::text), md5(n::text), 19,
           case when state = 'credited' then currency_code end, case when state = 'credited' then 1 end,
           case when state = 'credited' then 0 end, case when state = 'credited' then 'down' end,
           case when state = 'credited' then amount end, at,
           case when state in ('credited', 'returned') then at + interval '3 minutes' end
    from bench_topup order by n`)
}

/** The newest wait; what was done has moved money, but for what went back. */
async function loadRequests(db: Client, { requests }: Size) {
  await db.query(
    `insert into approval_request (id, kind, subject_kind, subject_id, subject_name, agent_id, topup_id, player_transaction_id, amount, asset, decimals, payload,
       body_hash, reason, state, needs_approval, requested_by, requested_at, decided_by, decided_at, failure)
     select bench_id(drawn.at, 48, drawn.n), drawn.kind,
            case drawn.kind when 'topup_return' then 'topup' when 'reversal' then 'transaction' else 'agent' end,
            case drawn.kind when 'topup_return' then topup.id when 'reversal' then tx.id else agent.id end::text,
            'Cashbox ' || agent.g, agent.id, case when drawn.kind = 'topup_return' then topup.id end,
            case when drawn.kind = 'reversal' then tx.id end, 100 * floor(10 ^ (2 + 3 * bench_share(drawn.n, 53)))::bigint,
            agent.currency_code, 2, '{}', 'x', 'As agreed by phone.', drawn.state,
            drawn.state <> 'completed' or bench_share(drawn.n, 54) < 0.3, asker.id, drawn.at,
            case when drawn.state in ('rejected', 'failed')
              or (drawn.state = 'completed' and bench_share(drawn.n, 54) < 0.3) then other.id end,
            case when drawn.state <> 'pending' then drawn.at + interval '1 hour' end,
            case when drawn.state = 'failed' then 'agent_float_insufficient' end
     from (
       select n, now() - interval '730 days' * (1 - n::float8 / $1) - interval '1 minute' as at,
              (array['adjustment', 'adjustment', 'payout', 'payout', 'commission_credit', 'topup_return', 'reversal']
                )[1 + floor(7 * bench_share(n, 50))::integer] as kind,
              case when n > 0.996 * $1 then 'pending' when luck < 0.04 then 'rejected' when luck < 0.06 then 'withdrawn'
                   when luck < 0.07 then 'failed' else 'completed' end as state
       from (select n, bench_share(n, 51) as luck from generate_series(1, $1::integer) as n) as one
     ) as drawn
     join bench_agent as agent on agent.rank = 1 + floor((select max(rank) from bench_agent) * bench_share(drawn.n, 52) ^ 3)::integer
     join bench_topup as topup on topup.n = drawn.n
     join (select id, row_number() over (order by email) as place from operator where email like 'operator-%') as asker
       on asker.place = 1 + drawn.n % 20
     join (select id, row_number() over (order by email) as place from operator where email like 'operator-%') as other
       on other.place = 1 + (drawn.n + 1) % 20
     join bench_transaction as tx on tx.n = drawn.n
     order by drawn.n`,
    [requests],
  )
}

/** Everything that moved a balance, in the order of time. Whole numbers below 2^53 are exact as floats, and quicker. */
async function loadMoves(db: Client) {
  await db.query(`
    create unlogged table bench_move as
    select *, case when kind = 'confirmation' then count(*) filter (where kind = 'confirmation') over so_far end as number,
           count(*) filter (where kind = 'confirmation' and float < 0) over so_far as deposits,
           count(*) filter (where float <> 0) over so_far as float_version, (sum(float::float8) over so_far)::bigint as float_balance,
           count(*) filter (where commission <> 0) over so_far as commission_version,
           (sum(commission::float8) over so_far)::bigint as commission_balance
    from (
      select g, at - interval '1 day' as at, 0 as n, 'adjustment' as kind,
             bench_id(at - interval '1 day', 64, g) as reference, 1000000000000 as float, 0::bigint as commission
      from (select g, least(signed_up, now() - interval '730 days') as at from bench_agent where rank is not null) as agent
      union all
      select g, finished_at, n, 'confirmation', id, case type when 'deposit' then -amount else amount end,
             amount * case type when 'deposit' then 20 else 15 end / 1000
      from bench_transaction where state in ('confirmed', 'reversed')
      union all
      select g, finished_at + interval '1 hour', n, 'reversal', id, case type when 'deposit' then amount else -amount end,
             -(amount * case type when 'deposit' then 20 else 15 end / 1000)
      from bench_transaction where state = 'reversed'
      union all
      select g, at, n, 'top_up', id, amount, 0 from bench_topup where state = 'credited'
      union all
      select agent.g, request.requested_at, request.number, request.kind, request.id,
             (case request.kind when 'payout' then -request.amount else request.amount end)::bigint,
             (case request.kind when 'commission_credit' then -request.amount else 0 end)::bigint
      from approval_request as request join bench_agent as agent on agent.id = request.agent_id
      where request.state = 'completed' and request.kind in ('adjustment', 'payout', 'commission_credit')
    ) as move
    window so_far as (partition by g order by at, reference, kind rows unbounded preceding)
    order by at, reference`)
  await db.query('analyze bench_move; analyze bench_transaction')
}

/** Sums by agent and day, and by channel and day, with the day of the last count and what was counted on it. */
async function loadTotals(db: Client) {
  await db.query(`
    insert into daily_total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
    select agent.id, total.day, deposits, deposited, deposit_fee, withdrawals, withdrawn, withdraw_fee
    from (
      select g, (at at time zone 'UTC')::date as day, count(*) filter (where float < 0) as deposits,
             coalesce(-sum(float) filter (where float < 0), 0) as deposited,
             coalesce(sum(commission) filter (where float < 0), 0) as deposit_fee,
             count(*) filter (where float > 0) as withdrawals,
             coalesce(sum(float) filter (where float > 0), 0) as withdrawn,
             coalesce(sum(commission) filter (where float > 0), 0) as withdraw_fee
      from bench_move where kind = 'confirmation' group by 1, 2) as total
    join bench_agent as agent using (g)`)
  await db.query(`
    insert into network_day (day, channel_id, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum, withdraw_fee)
    select total.day, agent.channel_id, sum(deposit_count), sum(deposit_sum), sum(deposit_fee), sum(withdraw_count),
           sum(withdraw_sum), sum(withdraw_fee)
    from daily_total as total join bench_agent as agent on agent.id = total.agent_id group by 1, 2;
    update network_state set closed_until = (now() at time zone 'UTC')::date - 1, as_of = now(), hours_until = now();
    insert into network_agents (status, count) select status, count(*) from agent where not is_demo group by status;
    insert into network_float (currency_code, agents, balance, below_zero, low_float, credit_lines, credit_used, commission)
    select currency_code, count(*), sum(float), 0, 0, 0, 0, 0 from bench_move join bench_agent using (g) group by 1;`)
}

/** What the charts read. A partner and a channel of the bench have some rows for every hour. */
export async function loadChartSums(db: Client): Promise<void> {
  await db.query(`
    insert into network_hour (hour, channel_id, partner_id, deposit_count, deposit_sum, deposit_fee, withdraw_count,
      withdraw_sum, withdraw_fee)
    select date_trunc('hour', finished_at, 'UTC'), tx.channel_id, tx.partner_id,
           count(*) filter (where done.type = 'deposit'), coalesce(sum(done.amount) filter (where done.type = 'deposit'), 0),
           coalesce(sum(done.fee) filter (where done.type = 'deposit'), 0),
           count(*) filter (where done.type = 'withdraw'), coalesce(sum(done.amount) filter (where done.type = 'withdraw'), 0),
           coalesce(sum(done.fee) filter (where done.type = 'withdraw'), 0)
    from confirmation as done join player_transaction as tx on tx.id = done.player_transaction_id group by 1, 2, 3;
    insert into partner_day (partner_id, day, channel_id, deposit_count, deposit_sum, deposit_fee, withdraw_count,
      withdraw_sum, withdraw_fee)
    select partner_id, (hour at time zone 'UTC')::date, channel_id, sum(deposit_count), sum(deposit_sum),
           sum(deposit_fee), sum(withdraw_count), sum(withdraw_sum), sum(withdraw_fee)
    from network_hour group by 1, 2, 3;
    insert into partner_position (partner_id, currency_code, reserved)
    select open.partner_id, channel.currency_code, sum(withdrawal)
    from open_transaction as open join channel on channel.id = open.channel_id
    where withdrawal is not null group by 1, 2
    on conflict (partner_id, currency_code) do update set reserved = excluded.reserved;
    insert into position_day (partner_id, currency_code, statement, day, deposit_count, deposit_sum, withdraw_count,
      withdraw_sum)
    select partner_id, currency_code, 1, partner_day.day, sum(deposit_count), sum(deposit_sum), sum(withdraw_count), sum(withdraw_sum)
    from partner_day join channel on channel.id = channel_id
    join partner_position using (partner_id, currency_code) group by 1, 2, 4;
    insert into position_count (partner_id, counted_up_to)
    select partner_id, max(number) from outbox_event group by 1
    on conflict (partner_id) do update set counted_up_to = excluded.counted_up_to;
    insert into refusal_hour (hour, channel_id, code, count)
    select hour, channel.id, reason, 5 from channel,
           generate_series(date_trunc('hour', now(), 'UTC') - interval '1 year', now(), interval '1 hour') as hour,
           unnest(array['float_insufficient', 'geo_outside', 'security_code_wrong', 'transaction_not_found']) as reason;
    insert into refusal_of_agent (agent_id, day, code, count)
    select agent.id, day::date, 'float_insufficient', 2
    from agent, generate_series(now() - interval '10 days', now(), interval '1 day') as day;
    insert into refusal_of_partner (partner_id, hour, code, count)
    select partner.id, hour, reason, 5 from partner,
           generate_series(date_trunc('hour', now(), 'UTC') - interval '1 year', now(), interval '1 hour') as hour,
           unnest(array['float_insufficient', 'geo_outside', 'transaction_expired']) as reason;
    insert into topup_hour (hour, channel_id, topup_count, topup_sum)
    select hour, channel.id, 20, 5000000 from channel,
           generate_series(date_trunc('hour', now(), 'UTC') - interval '1 year', now(), interval '1 hour') as hour;
    insert into webhook_hour (partner_id, hour, delivered, delay_ms, slowest_ms)
    select partner.id, hour, 500, 90000, 4000 from partner,
           generate_series(date_trunc('hour', now(), 'UTC') - interval '1 year', now(), interval '1 hour') as hour;`)
}
