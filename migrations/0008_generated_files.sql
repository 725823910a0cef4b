-- What the product generated is found by its name alone, unless it is attached.
CREATE INDEX generated_files ON files (group_id, name) WHERE source = 'generated';

-- The tokens of passages have changed (app/provider/search/tokens.ts), and so has what a vector knows of its passage.
INSERT OR IGNORE INTO unindexed_files SELECT DISTINCT file_id FROM passages;
UPDATE passages SET embedded = 0;
