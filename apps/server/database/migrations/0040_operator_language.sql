-- The language that an operator has chosen for the console and for letters; null until one is chosen.
alter table operator add column language text check (language in ('en', 'ru', 'es', 'fr', 'tr', 'ar'));
