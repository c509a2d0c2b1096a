-- The texts of the console come only from its build.
delete from translation_override where key like 'console.%';
