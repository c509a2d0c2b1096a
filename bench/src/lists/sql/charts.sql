-- What the charts read. A partner and a channel of the bench have some rows for every hour.
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
       generate_series(date_trunc('hour', now(), 'UTC') - interval '1 year', now(), interval '1 hour') as hour;
