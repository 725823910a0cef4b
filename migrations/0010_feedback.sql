-- What users think of answers, beside the audits, which never change. A row for each opinion that stands; it stays when the
-- conversation goes. pipeline: as in the audit, so that counting reads nothing else.
CREATE TABLE audit_feedback (
  organization_id INTEGER NOT NULL,
  audit_id INTEGER NOT NULL,
  pipeline TEXT NOT NULL,
  feedback TEXT NOT NULL CHECK (feedback IN ('good', 'bad')),
  given_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  PRIMARY KEY (organization_id, audit_id)
) WITHOUT ROWID;
CREATE INDEX audits_by_feedback ON audit_feedback (organization_id, feedback, audit_id);
