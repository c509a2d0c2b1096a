-- Demo agents live apart: their own channel, their own player service, no player who is real.
insert into player_service (id, code, name) values ('00000000-0000-7000-8000-000000000001', 'demo', 'Demo players');
insert into channel (id, code, name, currency_code, is_demo)
values ('00000000-0000-7000-8000-000000000002', 'demo', 'Demo', 'USD', true);
insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
values ('00000000-0000-7000-8000-000000000002', 'epoch', 200, 150);
insert into rate (coin, currency_code, rate, set_at) values ('USDT', 'USD', 1, now()), ('USD', 'USD', 1, now());
