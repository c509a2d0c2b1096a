-- Look-ups and confirmations that were refused, by the partner of the transaction and the reason. Written every few
-- seconds, so a process that is killed loses some.
create table refusal_of_partner (
  player_service_id uuid        not null references player_service,
  -- The start of a whole hour in UTC.
  hour              timestamptz not null,
  code              text        not null,
  count             bigint      not null,
  primary key (player_service_id, hour, code)
);

-- Top-ups of a channel within an hour. Demo channels have none.
create table topup_hour (
  hour        timestamptz not null,
  channel_id  uuid        not null references channel,
  topup_count bigint      not null,
  topup_sum   bigint      not null,
  primary key (hour, channel_id)
);
-- A chart shows 24 hours, some of them in a day that is closed already.
insert into topup_hour (hour, channel_id, topup_count, topup_sum)
select date_trunc('hour', transfer.created_at, 'UTC'), agent.channel_id, count(*), sum(entry.amount)
from transfer
join entry on entry.transfer_id = transfer.id
join account on account.id = entry.account_id and account.kind = 'float'
join agent on agent.id = account.agent_id
join channel on channel.id = agent.channel_id and not channel.is_demo
where transfer.kind = 'top_up' and transfer.created_at >= date_trunc('day', now(), 'UTC') - interval '2 days'
group by 1, 2;
