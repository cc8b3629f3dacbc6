CREATE TABLE `erasures` (
	`practice_key` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`erased_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `patient_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_origins` (
	`practice_key` integer NOT NULL,
	`through_seq` integer NOT NULL,
	`key_fingerprint` text NOT NULL,
	PRIMARY KEY(`practice_key`, `through_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `removed_practices` (
	`practice_key` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`begun_at` integer NOT NULL,
	`ended_at` integer,
	`rows` integer NOT NULL,
	`head_seq` integer NOT NULL,
	`head_mac` blob NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `removed_practices_id_unique` ON `removed_practices` (`id`);--> statement-breakpoint
-- A trail leaves with its practice, once the removal of the practice has begun.
DROP TRIGGER audit_kept;
--> statement-breakpoint
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
) AND NOT EXISTS (
  SELECT 1 FROM removed_practices WHERE practice_key = OLD.practice_key AND ended_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
DROP TRIGGER audit_patients_kept;
--> statement-breakpoint
CREATE TRIGGER audit_patients_kept BEFORE DELETE ON audit_patients
WHEN NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
) AND NOT EXISTS (
  SELECT 1 FROM removed_practices WHERE practice_key = OLD.practice_key AND ended_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
DROP TRIGGER audit_closings_kept;
--> statement-breakpoint
CREATE TRIGGER audit_closings_kept BEFORE DELETE ON audit_closings
WHEN NOT EXISTS (
  SELECT 1 FROM removed_practices WHERE practice_key = OLD.practice_key AND ended_at IS NULL
)
BEGIN
  SELECT RAISE(ABORT, 'a closing is kept');
END;
