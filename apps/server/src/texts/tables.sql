-- Texts that operators change, what is offered at registration, and the terms of use.

-- An operator's text in place of the one that came with the program.
create table translation_override (
  language   text        not null,
  key        text        not null,
  text       text        not null,
  changed_by text        not null,
  changed_at timestamptz not null,
  version    integer     not null,
  primary key (language, key)
);
grant insert, update, delete on translation_override to :server;

-- Countries and messengers that are not offered at registration. Agents who have them keep them.
create table withheld_choice (
  kind text not null check (kind in ('country', 'messenger')),
  code text not null,
  primary key (kind, code)
);
grant insert, delete on withheld_choice to :server;

-- Every text of the terms of use that an agent has agreed to. The version follows from the text.
create table terms_of_use (
  version         text        primary key check (version <> ''),
  language        text        not null,
  text            text        not null,
  first_agreed_at timestamptz not null
);
grant insert on terms_of_use to :server;
