-- What a member wants of every answer, in their own words.
ALTER TABLE users ADD COLUMN instructions TEXT;
