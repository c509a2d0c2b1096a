-- What each operator moved, approved or granted as credit on a UTC day, in hundredths of the asset.
create table operator_day (
  operator_id uuid    not null references operator,
  day         date    not null,
  asset       text    not null,
  amount      numeric not null check (amount > 0),
  primary key (operator_id, day, asset)
);
