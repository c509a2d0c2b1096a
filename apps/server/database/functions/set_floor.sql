-- Sets the lowest balance allowed. A constraint refuses one above the present balance.
create or replace function set_floor(of_account bigint, new_floor bigint) returns void language sql as $$
  update account set floor = new_floor where id = of_account
$$;
