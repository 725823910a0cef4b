-- Charts of an analysis have a source of their own, and are found by their names alone, too.
DROP INDEX generated_files;
CREATE INDEX files_of_product ON files (group_id, name) WHERE source IN ('generated', 'sandbox');
