CREATE TABLE `moving_practices` (
	`practice_key` integer PRIMARY KEY NOT NULL,
	`archive` text,
	`keeps_access` integer NOT NULL,
	`rows` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO moving_practices (practice_key, archive, keeps_access, rows)
SELECT key, NULL, 0, 0 FROM practices
WHERE key IN (SELECT practice_key FROM removed_practices WHERE ended_at IS NULL);
--> statement-breakpoint
-- A trail leaves with its practice, and so do the rows of an import that is given up.
DROP TRIGGER audit_kept;
--> statement-breakpoint
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM moving_practices WHERE practice_key = OLD.practice_key AND archive IS NULL)
AND NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
DROP TRIGGER audit_patients_kept;
--> statement-breakpoint
CREATE TRIGGER audit_patients_kept BEFORE DELETE ON audit_patients
WHEN NOT EXISTS (SELECT 1 FROM moving_practices WHERE practice_key = OLD.practice_key AND archive IS NULL)
AND NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
DROP TRIGGER audit_closings_kept;
--> statement-breakpoint
CREATE TRIGGER audit_closings_kept BEFORE DELETE ON audit_closings
WHEN NOT EXISTS (SELECT 1 FROM moving_practices WHERE practice_key = OLD.practice_key AND archive IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'a closing is kept');
END;
