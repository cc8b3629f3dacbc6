CREATE TABLE `archive` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`kind` integer NOT NULL,
	`record_id` blob NOT NULL,
	`patient_id` blob,
	`deleted_at` integer NOT NULL,
	`deleted_by` blob,
	`keep_until` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `archive_deleted` ON `archive` (`practice_key`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_kind` ON `archive` (`practice_key`,`kind`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_patient` ON `archive` (`practice_key`,`patient_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_record` ON `archive` (`practice_key`,`record_id`,`kind`);--> statement-breakpoint
CREATE INDEX `archive_keep` ON `archive` (`keep_until`);--> statement-breakpoint
CREATE TABLE `archive_rows` (
	`practice_key` integer NOT NULL,
	`archive_id` blob NOT NULL,
	`position` integer NOT NULL,
	`source` text NOT NULL,
	`row` text NOT NULL,
	PRIMARY KEY(`practice_key`, `archive_id`, `position`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit` (
	`practice_key` integer NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`actor` integer NOT NULL,
	`user_id` blob,
	`role` integer,
	`credential_kind` integer,
	`credential_id` blob,
	`address` text,
	`request_id` blob,
	`kind` integer NOT NULL,
	`action` text NOT NULL,
	`record_kind` integer,
	`record_id` blob,
	`patient_id` blob,
	`patients` blob,
	`times` integer NOT NULL,
	`fields` text,
	`detail` text,
	`digest` blob,
	`mac` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `audit_at` ON `audit` (`practice_key`,`at`);--> statement-breakpoint
CREATE INDEX `audit_user` ON `audit` (`practice_key`,`user_id`,`seq`);--> statement-breakpoint
CREATE TABLE `audit_closings` (
	`practice_key` integer NOT NULL,
	`through_seq` integer NOT NULL,
	`closed_at` integer NOT NULL,
	`rows` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`last_mac` blob NOT NULL,
	`mac` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `through_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_patients` (
	`practice_key` integer NOT NULL,
	`segment` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`seq` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `segment`, `patient_id`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_values` (
	`practice_key` integer NOT NULL,
	`seq` integer NOT NULL,
	`salt` blob NOT NULL,
	`before` text,
	`after` text,
	PRIMARY KEY(`practice_key`, `seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `retries` (
	`practice_key` integer NOT NULL,
	`credential_id` blob NOT NULL,
	`key` text NOT NULL,
	`digest` blob NOT NULL,
	`status` integer NOT NULL,
	`request_id` blob NOT NULL,
	`answer` blob NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `credential_id`, `key`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `retries_created` ON `retries` (`created_at`);--> statement-breakpoint
CREATE INDEX `retries_credential` ON `retries` (`practice_key`,`credential_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `practices` ADD `keep_patients_years` integer;--> statement-breakpoint
ALTER TABLE `practices` ADD `keep_entries_years` integer;
--> statement-breakpoint
-- The trail grows at its end and nowhere else. A row leaves only when a closing covers it.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_patients_unchanged BEFORE UPDATE ON audit_patients
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_patients_kept BEFORE DELETE ON audit_patients
WHEN NOT EXISTS (
  SELECT 1 FROM audit_closings WHERE practice_key = OLD.practice_key AND through_seq >= OLD.seq
)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is kept until it is closed');
END;
--> statement-breakpoint
-- The values of a person may be deleted, because a person may be erased. They are never changed.
CREATE TRIGGER audit_values_unchanged BEFORE UPDATE ON audit_values
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_closings_unchanged BEFORE UPDATE ON audit_closings
BEGIN
  SELECT RAISE(ABORT, 'a closing is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_closings_kept BEFORE DELETE ON audit_closings
BEGIN
  SELECT RAISE(ABORT, 'a closing is kept');
END;
--> statement-breakpoint
-- REPLACE would put another row in the place of one that is there.
CREATE TRIGGER audit_appended BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE practice_key = NEW.practice_key AND seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_values_appended BEFORE INSERT ON audit_values
WHEN EXISTS (SELECT 1 FROM audit_values WHERE practice_key = NEW.practice_key AND seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'the audit trail is not changed');
END;
--> statement-breakpoint
CREATE TRIGGER audit_closings_appended BEFORE INSERT ON audit_closings
WHEN EXISTS (SELECT 1 FROM audit_closings WHERE practice_key = NEW.practice_key AND through_seq = NEW.through_seq)
BEGIN
  SELECT RAISE(ABORT, 'a closing is not changed');
END;
