-- Files that agents have asked for and not yet fetched. The address is secret and works once, so a row is deleted by its use.
create table file_request (
  -- SHA-256 of the secret in the address.
  token_hash text        primary key,
  agent_id   uuid        not null references agent,
  -- The file is refused once this session has ended.
  session_id uuid        not null,
  wish       jsonb       not null,
  expires_at timestamptz not null
);
create index file_request_age on file_request (expires_at);
