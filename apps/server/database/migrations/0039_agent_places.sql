-- Agents by their place, for the map. Everything that the map counts is in the index, so the table is not read.
create index agent_of_place on agent (geo_lat, geo_lon) include (status, id, float_id)
  where geo_lat is not null and not is_demo;
