-- What an organisation says of its models; those that it says nothing of are offered after these, as they are.
CREATE TABLE model_settings (
  organization_id INTEGER NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- From 0 on, in the order in which members see them.
  place INTEGER NOT NULL,
  -- What members read in place of the name.
  label TEXT,
  is_hidden INTEGER NOT NULL DEFAULT 0,
  -- Of a million tokens.
  input_price REAL,
  output_price REAL,
  -- What it may cost a month; in tokens where it has no price.
  monthly_limit REAL,
  PRIMARY KEY (organization_id, name)
) WITHOUT ROWID;
