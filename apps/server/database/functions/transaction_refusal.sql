-- Why a transaction can't be confirmed as one of this type at this moment; null when it can. Asked by the look-up and the
-- confirmation, as `agent_refusal` is.
create or replace function transaction_refusal(
  id uuid, type text, state text, expires_at timestamptz, locked_at timestamptz, as_type text, at timestamptz)
returns text language sql immutable as $$
  select case
    when id is null then 'transaction_not_found'
    when type <> as_type then 'transaction_wrong_type'
    when state in ('confirmed', 'reversed') then 'transaction_already_confirmed'
    when state = 'cancelled' then 'transaction_cancelled'
    when state = 'expired' or expires_at <= at then 'transaction_expired'
    when locked_at is not null then 'transaction_locked'
  end
$$;
