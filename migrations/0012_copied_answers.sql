-- Of an answer that was copied into a branch: the one that was given, whose audit stands for it.
ALTER TABLE entries ADD COLUMN copy_of INTEGER;
