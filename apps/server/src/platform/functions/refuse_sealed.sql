-- On every table of a network that stands still for a move, or has moved away. It stops the owner of the tables too. Replication
-- runs no such trigger. The program knows the code.
create or replace function refuse_sealed() returns trigger
language plpgsql as $$
begin
  raise exception 'the network stands still for a move, or has moved: see network_move' using errcode = '57M01';
end $$;
