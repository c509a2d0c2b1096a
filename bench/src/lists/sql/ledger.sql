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
-- A reversal takes the fee back too; a commission credit goes from the commission to the float.
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
from bench_move as move join bench_agent as agent using (g) where move.kind = 'commission_credit';
