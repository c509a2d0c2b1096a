-- From when on a key signs daily files. It is listed before, so that partners who keep the keys have it in time.
alter table reconciliation_key add column signs_from timestamptz not null default now();
update reconciliation_key set signs_from = created_at;
