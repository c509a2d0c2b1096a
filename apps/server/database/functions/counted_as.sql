-- The name under which the rate limiter counts a subject: `hashToken` of the server, after the name of the limit.
create or replace function counted_as(series text, subject text) returns text language sql stable as $$
  select series || ':' || rtrim(translate(encode(sha256(convert_to(subject, 'UTF8')), 'base64'), '+/', '-_'), '=')
$$;
