-- What operators have done once while they set the network up, and when it was last done.
create table milestone (
  name       text        primary key check (name in ('mail_tested', 'backup_restored', 'checklist_hidden')),
  reached_at timestamptz not null,
  reached_by text        not null
);
