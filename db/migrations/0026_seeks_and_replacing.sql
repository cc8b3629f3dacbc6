CREATE TABLE `__new_archive` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`kind` integer NOT NULL,
	`record_id` blob NOT NULL,
	`patient_id` blob,
	`deleted_at` integer NOT NULL,
	`deleted_by` blob,
	`keep_until` integer NOT NULL,
	PRIMARY KEY(`id`, `practice_key`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_archive`("practice_key", "id", "kind", "record_id", "patient_id", "deleted_at", "deleted_by", "keep_until") SELECT "practice_key", "id", "kind", "record_id", "patient_id", "deleted_at", "deleted_by", "keep_until" FROM `archive` ORDER BY "id", "practice_key";--> statement-breakpoint
DROP TABLE `archive`;--> statement-breakpoint
ALTER TABLE `__new_archive` RENAME TO `archive`;--> statement-breakpoint
CREATE INDEX `archive_deleted` ON `archive` (`practice_key`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_kind` ON `archive` (`practice_key`,`kind`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_patient` ON `archive` (`practice_key`,`patient_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `archive_record` ON `archive` (`practice_key`,`record_id`,`kind`);--> statement-breakpoint
CREATE INDEX `archive_keep` ON `archive` (`keep_until`);--> statement-breakpoint
CREATE INDEX `archive_rows_links` ON `archive_rows` (`practice_key`,"row" ->> '$.patient_id') WHERE source = 'patient_tags';--> statement-breakpoint
DROP TRIGGER `reminder_jobs_one_of_occasion_insert`;--> statement-breakpoint
DROP TRIGGER `reminder_jobs_one_of_occasion_update`;--> statement-breakpoint
-- The plus keeps SQLite from walking all messages of the patient: those of the entry are far fewer.
CREATE TRIGGER reminder_jobs_one_of_occasion_insert BEFORE INSERT ON reminder_jobs
BEGIN
  SELECT RAISE(ABORT, 'a notice of this occasion exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) IN (0, 1)
    AND start_at = NEW.start_at AND +patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind
    AND slot = NEW.slot;
END;
--> statement-breakpoint
CREATE TRIGGER reminder_jobs_one_of_occasion_update
BEFORE UPDATE OF practice_key, entry_id, patient_id, channel, kind, slot, start_at ON reminder_jobs
BEGIN
  SELECT RAISE(ABORT, 'a notice of this occasion exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) IN (0, 1)
    AND start_at = NEW.start_at AND +patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind
    AND slot = NEW.slot AND rowid <> OLD.rowid;
END;
--> statement-breakpoint
-- `OR REPLACE` deletes the row that is in the way, and fires no trigger of a deletion. So it is refused before.
CREATE TRIGGER users_practitioner_kept_insert BEFORE INSERT ON users
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry') FROM users u
  WHERE u.practice_key = NEW.practice_key AND lower(u.email) = lower(NEW.email) AND u.id <> NEW.id
    AND EXISTS (SELECT 1 FROM entries WHERE practice_key = u.practice_key AND practitioner_id = u.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_practitioner_kept_email BEFORE UPDATE OF practice_key, id, email ON users
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry') FROM users u
  WHERE u.practice_key = NEW.practice_key AND lower(u.email) = lower(NEW.email)
    AND u.id <> NEW.id AND u.id <> OLD.id
    AND EXISTS (SELECT 1 FROM entries WHERE practice_key = u.practice_key AND practitioner_id = u.id);
END;
--> statement-breakpoint
CREATE TRIGGER note_revisions_appended BEFORE INSERT ON note_revisions
WHEN EXISTS (
  SELECT 1 FROM note_revisions
  WHERE practice_key = NEW.practice_key AND note_id = NEW.note_id AND version = NEW.version
)
BEGIN
  SELECT RAISE(ABORT, 'revisions are not changed');
END;
