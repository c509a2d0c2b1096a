-- Saved views of the console's lists.

-- Filters, order and columns of a list of the console, saved under a name.
create table list_view (
  id          uuid        primary key,
  list        text        not null,
  operator_id uuid        not null references operator,
  name        text        not null check (name <> ''),
  params      jsonb       not null,
  -- Null: the columns that the operator has chosen for the list.
  columns     jsonb,
  version     integer     not null default 1,
  created_at  timestamptz not null,
  -- Deleted, and kept for a time so that it can be restored.
  deleted_at  timestamptz
);
create unique index list_view_name on list_view (operator_id, list, lower(name)) where deleted_at is null;
create index list_view_deleted on list_view (deleted_at) where deleted_at is not null;
grant insert, update, delete on list_view to :server;

-- An operator's choices for a list.
create table list_setting (
  operator_id uuid not null references operator,
  list        text not null,
  columns     jsonb,
  default_id  uuid references list_view on delete set null,
  primary key (operator_id, list)
);
create index list_setting_default on list_setting (default_id) where default_id is not null;
grant insert, update on list_setting to :server;
