-- A small network as version 0.1.0 leaves it: a row in every table, and books that hold. Amounts are in minor units.
-- `fill-baseline.ts` makes a UUID of '#a1' and puts hashes in the place of '@password' and '@code'.
-- Ids: a accounts, b agents, c channels, d transactions, e transfers, f everything else.

insert into operator (id, email, name, role, password_hash, totp_last_step, created_at, version) values
  ('#f1', 'first@cashbox.test', 'First Operator', 'admin', '@password', 0, '2026-01-01T08:00Z', 1),
  ('#f2', 'second@cashbox.test', 'Second Operator', 'finance', '@password', 0, '2026-01-01T08:05Z', 2);
insert into operator_recovery_code (operator_id, hash, used_at) values
  ('#f1', 'hash of a recovery code', '2026-01-02T08:00Z');
insert into operator_session (id, operator_id, token_hash, needs, created_at, last_seen_at, expires_at, ended_at, user_agent,
  ip) values
  ('#f3', '#f1', 'hash of a token', null, '2026-01-10T08:00Z', '2026-01-10T09:00Z', '2026-01-10T20:00Z', '2026-01-10T09:00Z',
   'Firefox', '192.0.2.1');

insert into channel (id, code, name, currency_code, version) values
  ('#c1', 'north', 'North', 'UZS', 3);
insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp) values
  ('#c1', 'epoch', 100, 100),
  ('#c1', '2026-01-05T00:00Z', 200, 150);

-- The balances after the transfers below.
insert into account (id, kind, agent_id, party, asset, balance, floor, version) values
  ('#a1', 'float', '#b1', null, 'UZS', 857000, 0, 7),
  ('#a2', 'commission', '#b1', null, 'UZS', 500, null, 5),
  ('#a3', 'commission_expense', '#b1', null, 'UZS', -6500, null, 4),
  ('#a4', 'clearing', '#b1', '#f4', 'UZS', 150000, null, 4),
  ('#a5', 'rail', '#b1', 'tron', 'UZS', -1000000, null, 1),
  ('#a6', 'adjustment', '#b1', null, 'UZS', -1000, null, 1),
  ('#a7', 'suspense', '#b1', 'tron', 'USDT', 5000000, null, 1),
  ('#a8', 'rail', '#b1', 'tron', 'USDT', -5000000, null, 1),
  ('#aa', 'float', '#b2', null, 'UZS', 0, 0, 0),
  ('#ab', 'commission', '#b2', null, 'UZS', 0, null, 0),
  ('#ac', 'commission_expense', '#b2', null, 'UZS', 0, null, 0);

insert into agent (id, channel_id, status, note, email, email_verified_at, password_hash, first_name, last_name, folded_name,
  folded_surname, phone, messenger, messenger_id, country_code, city, street, geo_lat, geo_lon, geo_area, timezone, language,
  max_amount, daily_limit, deposit_fee_bp, withdraw_fee_bp, float_id, commission_id, expense_id, created_at, asked_at,
  version)
values
  ('#b1', '#c1', 'approved', null, 'agent@cashbox.test', '2026-01-02T09:00Z', '@password', 'Aziza', 'Karimova',
   'aziza karimova', 'karimova aziza', '+998901234567', 'telegram', 'aziza', 'UZ', 'Tashkent', 'Navoi 1', 41.2995, 69.2401,
   300, 'Asia/Tashkent', 'ru', 500000000, 1000000000, null, 150, '#a1', '#a2', '#a3', '2026-01-02T08:00Z', null, 4),
  ('#b2', '#c1', 'pending', 'Please send a photo.', 'waiting@cashbox.test', null, '@password', 'Bek', 'Umarov', 'bek umarov',
   'umarov bek', null, null, null, 'UZ', null, null, null, null, 0, 'UTC', 'en', null, null, null, null, '#aa', '#ab', '#ac',
   '2026-01-03T08:00Z', '2026-01-04T08:00Z', 2);
insert into agent_status_change (id, agent_id, status, note, changed_by, changed_at) values
  ('#f5', '#b1', 'approved', null, 'First Operator', '2026-01-02T10:00Z');
insert into agent_note (id, agent_id, operator_id, author, text, written_at) values
  ('#f6', '#b1', '#f1', 'First Operator', 'Met in person.', '2026-01-02T10:01Z');
insert into session (id, agent_id, token_hash, remember, created_at, last_seen_at, idle_seconds, expires_at, fingerprint,
  user_agent, ip)
values ('#f7', '#b1', 'hash of an agent''s token', true, '2026-01-10T07:00Z', '2026-01-10T12:00Z', 86400,
  '2026-02-10T07:00Z', 'device 1', 'Chrome', '192.0.2.2');
insert into mail_link (hash, purpose, agent_id, created_at, expires_at, used_at) values
  ('hash of a link', 'verify-email', '#b2', '2026-01-03T08:00Z', '2026-01-04T08:00Z', null);

insert into player_service (id, code, name, webhook_failures, lifetime_s, version) values
  ('#f4', 'casino', 'Casino', 0, 3600, 2);
insert into partner_key (id, player_service_id, slot, secret, rights, networks, created_at) values
  ('key_old', '#f4', 1, 'a sealed secret', '{read,create,reverse}', '{192.0.2.0/24}', '2026-01-02T12:00Z');
insert into partner_request (key_id, request_id, received_at) values ('key_old', 'request 1', '2026-01-10T08:00Z');

-- Confirmed, confirmed, reversed, cancelled; a deposit and a withdrawal are still open, the latter with the code 123456.
insert into player_transaction (id, transaction_id, player_service_id, reference, body_hash, channel_id, agent_id, type,
  amount, player_id, security_code_hash, wrong_codes, state, created_at, expires_at, closed_at)
select id, transaction_id, '#f4', 'order of ' || transaction_id, 'hash of a body', '#c1', '#b1', type, amount, 'player 7',
  code_hash, wrong_codes, state, '2026-01-10T08:00Z', expires_at, closed_at
from (values
  ('#d1'::uuid, 'BASE000001', 'deposit', 250000, null, 0, 'confirmed', '2026-01-10T09:00Z'::timestamptz, null::timestamptz),
  ('#d2', 'BASE000002', 'withdraw', 100000, 'hash of a code', 1, 'confirmed', '2026-01-10T09:00Z', null),
  ('#d3', 'BASE000003', 'deposit', 40000, null, 0, 'reversed', '2026-01-10T09:00Z', null),
  ('#d4', 'BASE000004', 'deposit', 1000, null, 0, 'cancelled', '2026-01-10T09:00Z', '2026-01-10T08:30Z'),
  ('#d5', 'BASE000005', 'deposit', 25000, null, 0, 'open', '2099-01-01T00:00Z', null),
  ('#d6', 'BASE000006', 'withdraw', 12000, '@code', 2, 'open', '2099-01-01T00:00Z', null)
) as tx (id, transaction_id, type, amount, code_hash, wrong_codes, state, expires_at, closed_at);

insert into transfer (id, kind, reference, reason, created_at) values
  ('#e1', 'top_up', '#f8', null, '2026-01-10T07:30Z'),
  ('#e2', 'confirmation', '#d1', null, '2026-01-10T08:10:00.5Z'),
  ('#e3', 'confirmation', '#d2', null, '2026-01-10T08:11Z'),
  ('#e4', 'confirmation', '#d3', null, '2026-01-10T08:12Z'),
  ('#e5', 'reversal', '#d3', 'paid twice', '2026-01-10T08:20Z'),
  ('#e6', 'settlement', '#f9', 'January', '2026-01-11T08:00Z'),
  ('#e7', 'adjustment', '#fa', 'a gift', '2026-01-11T09:00Z'),
  ('#e8', 'suspense', '#fb', null, '2026-01-11T10:00Z');
insert into entry (account_id, account_version, transfer_id, amount, balance_after) values
  ('#a1', 1, '#e1', 1000000, 1000000), ('#a5', 1, '#e1', -1000000, -1000000),
  ('#a1', 2, '#e2', -250000, 750000), ('#a4', 1, '#e2', 250000, 250000),
  ('#a2', 1, '#e2', 5000, 5000), ('#a3', 1, '#e2', -5000, -5000),
  ('#a1', 3, '#e3', 100000, 850000), ('#a4', 2, '#e3', -100000, 150000),
  ('#a2', 2, '#e3', 1500, 6500), ('#a3', 2, '#e3', -1500, -6500),
  ('#a1', 4, '#e4', -40000, 810000), ('#a4', 3, '#e4', 40000, 190000),
  ('#a2', 3, '#e4', 800, 7300), ('#a3', 3, '#e4', -800, -7300),
  ('#a1', 5, '#e5', 40000, 850000), ('#a4', 4, '#e5', -40000, 150000),
  ('#a2', 4, '#e5', -800, 6500), ('#a3', 4, '#e5', 800, -6500),
  ('#a1', 6, '#e6', 6000, 856000), ('#a2', 5, '#e6', -6000, 500),
  ('#a1', 7, '#e7', 1000, 857000), ('#a6', 1, '#e7', -1000, -1000),
  ('#a7', 1, '#e8', 5000000, 5000000), ('#a8', 1, '#e8', -5000000, -5000000);

insert into confirmation (player_transaction_id, transfer_id, agent_id, number, type_number, type, transaction_id, amount,
  fee, fee_bp, player_id, finished_at, session_id, geo_lat, geo_lon, geo_accuracy_m, geo_age_s, ip)
select tx, transfer, '#b1', number, type_number, type, transaction_id, amount, fee, fee_bp, 'player 7', finished_at, '#f7',
  41.2995, 69.2401, 12.5, 3, '192.0.2.2'
from (values
  ('#d1'::uuid, '#e2'::uuid, 1, 1, 'deposit', 'BASE000001', 250000, 5000, 200, '2026-01-10T08:10:00.5Z'::timestamptz),
  ('#d2', '#e3', 2, 1, 'withdraw', 'BASE000002', 100000, 1500, 150, '2026-01-10T08:11Z'),
  ('#d3', '#e4', 3, 2, 'deposit', 'BASE000003', 40000, 800, 200, '2026-01-10T08:12Z')
) as done (tx, transfer, number, type_number, type, transaction_id, amount, fee, fee_bp, finished_at);
-- A trigger adds its row to network_change.
insert into reversal (player_transaction_id, transfer_id, agent_id, reason, asked_by, reversed_at) values
  ('#d3', '#e5', '#b1', 'paid twice', 'partner key_old', '2026-01-10T08:20Z');
insert into daily_total (agent_id, day, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum,
  withdraw_fee) values
  ('#b1', '2026-01-10', 1, 250000, 5000, 1, 100000, 1500);
insert into idempotency_key (agent_id, key, body_hash, outcome, detail, created_at) values
  ('#b1', 'key 1', 'hash of a body', 'confirmed', '{}', '2026-01-10T08:10:00.5Z');

insert into outbox_event (id, topic, player_service_id, subject_id, payload, created_at, attempts, next_attempt_at,
  delivered_at) values
  ('#fc', 'transaction.confirmed', '#f4', '#d1',
   '{"transaction_id": "BASE000001", "reference": "order of BASE000001", "type": "deposit", "state": "confirmed", "amount":
   "2500.00", "currency_code": "UZS", "player_id": "player 7", "cash_id": "100001",
   "at": 1768032600}', '2026-01-10T08:10:00.5Z', 1, '2026-01-10T08:10:00.5Z', '2026-01-10T08:10:02Z'),
  ('#fd', 'transaction.reversed', '#f4', '#d3',
   '{"transaction_id": "BASE000003", "reference": "order of BASE000003", "type": "deposit", "state": "reversed", "amount":
   "400.00", "currency_code": "UZS", "player_id": "player 7", "cash_id": "100001", "reason": "paid twice",
   "at": 1768033200}', '2026-01-10T08:20Z', 0, '2026-01-10T08:20Z', null);
insert into webhook_attempt (event_id, number, started_at, duration_ms, status, error, answer) values
  ('#fc', 1, '2026-01-10T08:10:01Z', 40, 200, null, 'ok');

insert into rate (coin, currency_code, rate, source, set_at, version) values ('USDT', 'UZS', 125, 'feed',
  '2026-01-10T07:00Z', 2);
insert into tron_address (agent_id, xpub_id, account_index, address, created_at, checked_at) values
  ('#b1', 'xpub 1', nextval('tron_address_index'), 'TBaselineAddressOfTheAgent00000001', '2026-01-05T08:00Z',
   '2026-01-10T07:00Z');
insert into tron_cursor (chain, pass, read_until, next_run_at, succeeded_at) values
  ('mainnet', 'head', 1768030000000, '2026-01-10T07:01Z', '2026-01-10T07:00Z');
insert into tron_transaction (chain, txid, state, block_number, found_at, next_look_at) values
  ('mainnet', repeat('ab', 32), 'final', 60000000, '2026-01-10T07:20Z', '2026-01-10T07:30Z');
insert into perfect_money_order (id, payment_id, agent_id, payee_account, units, amount, rate, offset_percent, state,
  created_at, expires_at)
values ('#fe', 'payment 1', '#b1', 'U1234567', 'USD', 1000, 125, 0, 'expired', '2026-01-05T08:00Z', '2026-01-05T09:00Z');
insert into topup (id, agent_id, rail, reference, state, reason, coin, units, decimals, sender, txid, block_number,
  confirmations, currency_code, rate, offset_percent, rounding, received, transfer_id, seen_at, finished_at) values
  ('#f8', '#b1', 'tron', 'mainnet abab 0', 'credited', null, 'USDT', 80000000, 6, 'TSender', repeat('ab', 32), 60000000, 20,
   'UZS', 125, 0, 'down', 1000000, '#e1', '2026-01-10T07:20Z', '2026-01-10T07:30Z'),
  ('#fb', '#b1', 'tron', 'mainnet cdcd 0', 'held', 'below_minimum', 'USDT', 5000000, 6, 'TSender', repeat('cd', 32),
   60000100, 20, null, null, null, null, null, null, '2026-01-11T10:00Z', null);
insert into topup_decision (id, topup_id, action, decided_by, note, before, after, decided_at) values
  ('#f11', '#f8', 'credit', 'First Operator', 'checked by hand', '{"state": "held"}', '{"state": "credited"}',
   '2026-01-10T07:30Z');

insert into money_request (id, kind, agent_id, amount, asset, decimals, payload, body_hash, reason, state, needs_second,
  requested_by, requested_at, decided_by, decided_at, transfer_id, version) values
  ('#f9', 'settlement', '#b1', 6000, 'UZS', 2, '{}', 'hash 1', 'January', 'done', false, '#f1', '2026-01-11T08:00Z', null,
   '2026-01-11T08:00Z', '#e6', 2),
  ('#fa', 'adjustment', '#b1', 1000, 'UZS', 2, '{}', 'hash 2', 'a gift', 'done', true, '#f1', '2026-01-11T08:30Z', '#f2',
   '2026-01-11T09:00Z', '#e7', 2);

insert into audit_entry (number, at, operator_id, actor, action, subject_kind, subject_id, reason, before, after, ip,
  previous_hash, hash) values
  (1, '2026-01-02T10:00:00.123456Z', '#f1', 'First Operator', 'agent.approve', 'agent', '#b1', null, '{"status": "pending"}',
   '{"status": "approved"}', '192.0.2.1', '', 'a5e985c3bec340372263981eff49e281f7796bcb951991cf4660d6cb76254386'),
  (2, '2026-01-11T09:00Z', null, 'command line', 'partner.key', 'partner', 'casino', 'first key', null, '{"slot": 1}', null,
   'a5e985c3bec340372263981eff49e281f7796bcb951991cf4660d6cb76254386',
   'ceae2fd23cd117f1cc7b2572f15f666463705c7a4bdfc7837e7c2f1de6e8d643');
update audit_end set number = 2, hash = 'ceae2fd23cd117f1cc7b2572f15f666463705c7a4bdfc7837e7c2f1de6e8d643';

insert into network_day (day, channel_id, deposit_count, deposit_sum, deposit_fee, withdraw_count, withdraw_sum,
  withdraw_fee, topup_count, topup_sum)
values ('2026-01-10', '#c1', 2, 290000, 5800, 1, 100000, 1500, 1, 1000000);
update network_state set closed_until = '2026-01-10', as_of = '2026-01-11T12:00Z';
insert into network_float (currency_code, agents, balance, below_zero, near_floor, credit_lines, credit_used,
  commission) values
  ('UZS', 1, 857000, 0, 0, 0, 0, 500);
insert into network_agents (status, count) values ('approved', 1), ('pending', 1);
insert into verification (id, started_at, finished_at, broken) values
  ('#f12', '2026-01-11T04:00Z', '2026-01-11T04:01Z', '[]');
update risk_cursor set finished_at = '2026-01-10T08:12Z', id = '#d3';
insert into risk_trace (kind, value, agent_id, first_at, last_at, number) values
  ('shared_address', '192.0.2.2', '#b1', '2026-01-10T08:10Z', '2026-01-10T08:12Z', 3);
insert into risk_event (agent_id, kind, subject, number, earlier, at) values
  ('#b1', 'player_loop', 'player 7', 3, 1, '2026-01-10T08:12Z');
insert into risk_signal (id, agent_id, kind, subject, weight, evidence, first_at, last_at) values
  ('#f13', '#b1', 'player_loop', 'player 7', 3, '{"numbers": [1, 3]}', '2026-01-10T08:12Z', '2026-01-10T08:12Z');

insert into job (id, kind, payload, run_at, created_at) values
  ('#f14', 'mail', '{}', '2099-01-01T00:00Z', '2026-01-11T08:00Z');
insert into schedule (name, next_run_at) values ('verification', '2099-01-01T00:00Z');
insert into rate_limit (key, points, expire) values ('log-in:192.0.2.2', 1, 1768030000000);
insert into used_captcha (nonce, expires_at) values ('nonce 1', '2026-01-10T08:00Z');
insert into setting (key, value) values ('maintenance', 'false');
insert into translation_override (language, key, text, changed_by, changed_at, version) values
  ('en', 'login.title', 'Welcome', 'First Operator', '2026-01-05T08:00Z', 1);
insert into withheld_choice (kind, code) values ('messenger', 'viber');
