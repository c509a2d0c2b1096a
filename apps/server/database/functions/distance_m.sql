-- Metres along the surface of the earth between two points in degrees.
create or replace function distance_m(lat1 float8, lon1 float8, lat2 float8, lon2 float8) returns float8 language sql immutable as $$
  select 2 * 6371000 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)))
$$;
