-- Every text of the terms of use that an agent has agreed to, and who agreed to which. The version follows from the text.
create table terms_of_use (
  version         text        primary key check (version <> ''),
  language        text        not null,
  text            text        not null,
  first_agreed_at timestamptz not null
);

-- Null for agents who were not asked: demo agents, and those from before.
alter table agent add column terms_version text references terms_of_use;
