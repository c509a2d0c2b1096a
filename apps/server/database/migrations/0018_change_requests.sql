-- Changes that one operator asks for and another approves: far rates, agents' terms, operators, approval limits.

create table change_request (
  id           uuid        primary key,
  -- The order in which they were asked for.
  number       bigint      generated always as identity unique,
  kind         text        not null check (kind in ('rate_set', 'agent_approve', 'agent_terms', 'operator_create',
                             'operator_change', 'approval_limit')),
  subject_kind text        not null,
  subject_id   text        not null,
  -- What people call the subject.
  subject_name text        not null,
  -- The input of the call as it was made. It is carried out as it is, with the version that the asker saw.
  payload      jsonb       not null,
  -- What it would change, as it was tried out when it was asked for.
  before       jsonb,
  after        jsonb,
  reason       text,
  state        text        not null default 'pending'
                 check (state in ('pending', 'completed', 'rejected', 'withdrawn', 'failed')),
  requested_by uuid        not null references operator,
  requested_at timestamptz not null,
  decided_by   uuid        references operator,
  decided_at   timestamptz,
  note         text,
  -- Why it could not be carried out: the code of a refusal.
  failure      text,
  version      integer     not null default 1,
  constraint decided_by_another check (decided_by <> requested_by),
  constraint approval_was_given check ((state in ('completed', 'rejected', 'failed')) = (decided_by is not null)),
  constraint decided_has_time check ((state = 'pending') = (decided_at is null)),
  constraint failed_has_failure check ((state = 'failed') = (failure is not null))
);
create index change_request_by_state on change_request (state, number desc);
create index change_request_by_kind on change_request (kind, number desc);
create index change_request_of_operator on change_request (requested_by, number desc);
create unique index change_request_pending_subject on change_request (subject_kind, subject_id) where state = 'pending';
create trigger change_request_ends_once before update on change_request
  for each row execute function guard_change_request();
create trigger change_request_stays before delete or truncate on change_request
  for each statement execute function refuse_change();

-- The audit entries after this number show a second operator wherever one is needed.
create table approval_start (
  is_one       boolean primary key default true check (is_one),
  audit_number bigint  not null
);
insert into approval_start (audit_number) select number from audit_end;
create trigger approval_start_stays before update or delete or truncate on approval_start
  for each statement execute function refuse_change();

-- The last rate that came from the feed or that two operators agreed on: one operator alone stays close to it, however
-- many steps they take.
alter table rate add column checked_rate numeric check (checked_rate > 0 and checked_rate < 'Infinity');
update rate set checked_rate = rate;
