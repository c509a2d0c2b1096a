-- Other networks for a key need a second operator, as the key itself does.
do $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'change_request_kind_check');
begin
  alter table change_request drop constraint change_request_kind_check;
  execute 'alter table change_request add constraint change_request_kind_check '
    || replace(known, 'ARRAY[', 'ARRAY[''partner_key_networks''::text, ');
end $$;
