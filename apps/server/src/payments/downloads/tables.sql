-- Files that agents download.

-- Files that agents have requested and not yet downloaded. The address is secret and works once: its use deletes the row.
create table file_request (
  -- SHA-256 of the secret in the address.
  token_hash text        primary key,
  agent_id   uuid        not null references agent,
  -- The file is refused once this session has ended.
  session_id uuid        not null,
  plan       jsonb       not null,
  expires_at timestamptz not null
);
create index file_request_age on file_request (expires_at);
grant insert, delete on file_request to :server;
