CREATE TABLE `appointment_types` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`patient_name` text,
	`duration_minutes` integer NOT NULL,
	`color` text,
	`buffer_before_minutes` integer NOT NULL,
	`buffer_after_minutes` integer NOT NULL,
	`chair_ids` text,
	`practitioners` text,
	`instructions` text,
	`recall_months` integer,
	`position` integer NOT NULL,
	`active` integer NOT NULL,
	`archived` integer NOT NULL,
	`online` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `appointment_types_name` ON `appointment_types` (`practice_key`,`name_key`) WHERE archived = 0;--> statement-breakpoint
ALTER TABLE `entries` ADD `appointment_type_id` blob;--> statement-breakpoint
ALTER TABLE `cancellations` ADD `appointment_type_id` blob;--> statement-breakpoint
-- The kind of an entry is an appointment type of the practice.
CREATE TRIGGER entries_type_known_insert BEFORE INSERT ON entries
WHEN NEW.appointment_type_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practice has no such appointment type') WHERE NOT EXISTS (
    SELECT 1 FROM appointment_types WHERE practice_key = NEW.practice_key AND id = NEW.appointment_type_id);
END;
--> statement-breakpoint
CREATE TRIGGER entries_type_known_update BEFORE UPDATE OF practice_key, appointment_type_id ON entries
WHEN NEW.appointment_type_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practice has no such appointment type') WHERE NOT EXISTS (
    SELECT 1 FROM appointment_types WHERE practice_key = NEW.practice_key AND id = NEW.appointment_type_id);
END;
--> statement-breakpoint
CREATE TRIGGER appointment_types_kept_delete BEFORE DELETE ON appointment_types
BEGIN
  SELECT RAISE(ABORT, 'an entry has this appointment type')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND appointment_type_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER appointment_types_kept_update BEFORE UPDATE OF practice_key, id ON appointment_types
WHEN NEW.practice_key <> OLD.practice_key OR NEW.id <> OLD.id
BEGIN
  SELECT RAISE(ABORT, 'an entry has this appointment type')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND appointment_type_id = OLD.id);
END;
--> statement-breakpoint
-- `OR REPLACE` deletes the row that is in the way, and fires no trigger of a deletion. So it is refused before.
CREATE TRIGGER appointment_types_kept_insert BEFORE INSERT ON appointment_types
BEGIN
  SELECT RAISE(ABORT, 'an entry has the appointment type of this name') FROM appointment_types t
  WHERE t.practice_key = NEW.practice_key AND t.name_key = NEW.name_key AND t.archived = 0 AND NEW.archived = 0
    AND t.id <> NEW.id
    AND EXISTS (SELECT 1 FROM entries WHERE practice_key = t.practice_key AND appointment_type_id = t.id);
END;
