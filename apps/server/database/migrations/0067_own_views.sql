-- A view belongs to the operator who saved it: sharing is gone.
drop index list_view_shared;
alter table list_view drop column is_shared;
