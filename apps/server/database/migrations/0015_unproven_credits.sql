-- Since when the provider's history has not shown a payment that was credited. Never set for a payment that it shows.
alter table topup add column missing_since timestamptz;
create index topup_missing on topup (coin) where missing_since is not null;
create index perfect_money_order_open_of_agent on perfect_money_order (agent_id, expires_at) where state = 'open';
