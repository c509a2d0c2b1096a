-- Channels and partners, operators, agents with what they gave at sign-up. Their accounts come with the money.
insert into channel (id, code, name, currency_code)
select gen_random_uuid(), 'city-' || n, 'City ' || n, (array['UZS', 'KZT', 'USD', 'EUR'])[1 + n % 4]
from generate_series(1, 11) as n;

insert into channel_fee (channel_id, valid_from, deposit_fee_bp, withdraw_fee_bp)
select id, 'epoch', 200, 150 from channel where code like 'city-%';

insert into partner (id, code, name, webhook_url, webhook_failing_since, webhook_failures)
select gen_random_uuid(), 'partner-' || lpad(n::text, 2, '0'), 'Partner ' || n, 'https://partner.test/' || n,
       case when n = 3 then now() - interval '1 day' end, case when n = 3 then 40 else 0 end
from generate_series(1, 12) as n;

insert into operator (id, email, name, role, password_hash, created_at)
select gen_random_uuid(), 'operator-' || n || '@cashbox.test', 'Operator ' || n,
       (array['support', 'finance', 'risk', 'admin'])[1 + n % 4], '', now() - interval '2 years'
from generate_series(1, 20) as n;

create unlogged table bench_name as
select string_to_array(
    'Ali Aziz Bobur Dilshod Farhod Gulnora Jamshid Kamola Laziz Madina Nodir Otabek Ravshan Sardor Timur '
    'Umid Zarina Aigerim Bakyt Erlan Fatima Hassan Ibrahim Layla Mohamed Noor Omar Rania Samir Yasmin Anna '
    'Boris Daria Elena Ivan Maria Oleg Pavel Sergey Vera Ana Bruno Carlos Diego Elisa Jorge Lucia Miguel '
    'Pablo Rosa', ' ') as first,
  string_to_array(
    'Abdullaev Akhmedov Aliev Ergashev Ismailov Karimov Mirzaev Nazarov Rakhimov Saidov Tursunov Umarov '
    'Usmanov Yusupov Zakirov Bekov Dzhaksybekov Nurlanov Omarov Serikov Abbas Ahmad Ali Farouk Haddad '
    'Hussein Khalil Mansour Nasser Saleh Belov Frolov Ivanov Kozlov Morozov Novikov Petrov Sidorov Smirnov '
    'Volkov Alvarez Castro Diaz Fernandez Garcia Lopez Martinez Perez Ramirez Torres', ' ') as last;

create unlogged table bench_agent as
with given as (
  select g, now() - interval '3 years' * (1 - g::float8 / :agents) as signed_up, bench_share(g, 1) as luck,
         g > 0.95 * :agents as is_new, bench_share(g, 2) < 0.02 as is_demo
  from generate_series(1, :agents::integer) as g
), judged as (
  select *, case when is_demo then 'approved' when is_new and luck < 0.7 then 'pending'
                 when is_new and luck < 0.8 then 'rejected' when luck < 0.01 then 'pending'
                 when luck < 0.05 then 'rejected' when luck < 0.09 then 'suspended' when luck < 0.12 then 'blocked'
                 else 'approved' end as status
  from given
)
select g, signed_up, status, judged.is_demo, channel.id as channel_id, channel.currency_code,
       bench_id(signed_up, 1, g) as id, 1000 + 2 * g as float_id, 1001 + 2 * g as commission_id,
       bench_id(signed_up, 5, g) as session_id,
       -- Who works at all, those with most to do first; they signed up at any time.
       case when works then row_number() over (partition by works order by status <> 'approved' and bench_share(g, 3) < 0.5,
                                                                           bench_share(g, 4)) end as rank
from (select *, status in ('approved', 'suspended', 'blocked') and not is_demo as works from judged) as judged
join (select id, row_number() over (order by code = 'tashkent' desc, code) as place from channel where not is_demo) as real
  on real.place = 1 + floor(12 * bench_share(g, 5) ^ 2)
join channel on channel.id = case when judged.is_demo then (select id from channel where is_demo limit 1) else real.id end;

insert into person (id, email, is_demo, email_verified_at, password_hash, created_at)
select id, lower(first || '.' || last) || g || (array['@mail.test', '@post.test', '@work.test'])[1 + g % 3], is_demo,
       case when bench_share(g, 8) < 0.9 then signed_up end, '', signed_up
from bench_agent
cross join lateral (select bench_name.first[1 + floor(50 * bench_share(g, 6))::integer] as first,
                           bench_name.last[1 + floor(50 * bench_share(g, 7))::integer] as last from bench_name) as name
order by g;

insert into agent (id, owner_id, is_email_verified, channel_id, status, note, is_demo, first_name, last_name, phone,
  messenger, messenger_id, country_code, city, geo_lat, geo_lon, geo_area, float_id, commission_id, created_at,
  info_requested_at, folded_name, folded_surname)
select id, id, bench_share(g, 8) < 0.9, channel_id, status,
       case when status in ('rejected', 'suspended') then 'The documents have expired.' end, is_demo, first, last,
       case when bench_share(g, 9) < 0.95 then '+998' || (100000000 + g * 7919 % 900000000) end, 'telegram', lower(first) || g,
       (array['UZ', 'UZ', 'UZ', 'UZ', 'KZ', 'KZ', 'KG', 'TJ', 'TR', 'ES', 'EG'])[1 + floor(11 * bench_share(g, 10))::integer],
       (array['Tashkent', 'Almaty', 'Bishkek', 'Cairo'])[1 + g % 4], place.lat + g % 1000 / 1000.0,
       place.lon + g % 999 / 1000.0, 300, float_id, commission_id, signed_up,
       case when status = 'pending' and bench_share(g, 13) < 0.3 then signed_up + interval '1 day' end,
       lower(first || ' ' || last), lower(last || ' ' || first)
from bench_agent
cross join lateral (select bench_name.first[1 + floor(50 * bench_share(g, 6))::integer] as first,
                           bench_name.last[1 + floor(50 * bench_share(g, 7))::integer] as last from bench_name) as name
-- A third is in and around one city, the others in 40 cities all over the world.
cross join lateral (select floor(40 * bench_share(g, 14))::integer as city) as lives
cross join lateral (select case when g % 3 = 0 then 41 else -40 + city * 97 % 100 end as lat,
                           case when g % 3 = 0 then 69 else -120 + city * 61 % 270 end as lon) as place
order by g;

create unique index on bench_agent (rank); analyze bench_agent;
