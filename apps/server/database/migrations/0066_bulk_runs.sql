-- Bulk acts run in one call: no background runs.
drop table bulk_row, bulk_run;
