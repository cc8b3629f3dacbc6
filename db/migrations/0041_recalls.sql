CREATE TABLE `last_visits` (
	`practice_key` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`appointment_type_id` blob NOT NULL,
	`start_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `patient_id`, `appointment_type_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `last_visits_due` ON `last_visits` (`practice_key`,`appointment_type_id`,`start_at`,`patient_id`);--> statement-breakpoint
CREATE TABLE `recall_contacts` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`patient_id` blob NOT NULL,
	`kind` integer NOT NULL,
	`ask_again_on` text,
	`note` text,
	`created_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `recall_contacts_patient` ON `recall_contacts` (`practice_key`,`patient_id`,`created_at`);--> statement-breakpoint
-- The rows of notices stay where they are.
ALTER TABLE `reminder_jobs` DROP CONSTRAINT `reminder_jobs_kind`;--> statement-breakpoint
ALTER TABLE `reminder_jobs` ADD CONSTRAINT "reminder_jobs_kind" CHECK("reminder_jobs"."kind" in (0, 1, 2, 3, 4));--> statement-breakpoint
ALTER TABLE `patients` ADD `recall_consent` integer DEFAULT false NOT NULL;--> statement-breakpoint
INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
  SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
  FROM entries e JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
  WHERE e.patient_id IS NOT NULL AND e.appointment_type_id IS NOT NULL AND p.done_at IS NOT NULL
  GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;--> statement-breakpoint
-- The last visit of a patient for a kind of appointment follows from the entries and from what was noted as done.
CREATE TRIGGER last_visits_noted AFTER INSERT ON progress WHEN NEW.done_at IS NOT NULL
BEGIN
  DELETE FROM last_visits WHERE practice_key = NEW.practice_key AND patient_id = (SELECT patient_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id)
    AND appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id);
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = NEW.practice_key AND e.patient_id = (SELECT patient_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id)
      AND e.appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id) AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
--> statement-breakpoint
CREATE TRIGGER last_visits_stepped AFTER UPDATE OF done_at ON progress WHEN (OLD.done_at IS NULL) <> (NEW.done_at IS NULL)
BEGIN
  DELETE FROM last_visits WHERE practice_key = NEW.practice_key AND patient_id = (SELECT patient_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id)
    AND appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id);
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = NEW.practice_key AND e.patient_id = (SELECT patient_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id)
      AND e.appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = NEW.practice_key AND id = NEW.id) AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
--> statement-breakpoint
CREATE TRIGGER last_visits_forgotten AFTER DELETE ON progress WHEN OLD.done_at IS NOT NULL
BEGIN
  DELETE FROM last_visits WHERE practice_key = OLD.practice_key AND patient_id = (SELECT patient_id FROM entries WHERE practice_key = OLD.practice_key AND id = OLD.id)
    AND appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = OLD.practice_key AND id = OLD.id);
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = OLD.practice_key AND e.patient_id = (SELECT patient_id FROM entries WHERE practice_key = OLD.practice_key AND id = OLD.id)
      AND e.appointment_type_id = (SELECT appointment_type_id FROM entries WHERE practice_key = OLD.practice_key AND id = OLD.id) AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
--> statement-breakpoint
CREATE TRIGGER last_visits_entry_insert AFTER INSERT ON entries WHEN NEW.patient_id IS NOT NULL AND NEW.appointment_type_id IS NOT NULL AND EXISTS (SELECT 1 FROM progress WHERE practice_key = NEW.practice_key AND id = NEW.id AND done_at IS NOT NULL)
BEGIN
  DELETE FROM last_visits WHERE practice_key = NEW.practice_key AND patient_id = NEW.patient_id
    AND appointment_type_id = NEW.appointment_type_id;
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = NEW.practice_key AND e.patient_id = NEW.patient_id
      AND e.appointment_type_id = NEW.appointment_type_id AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
--> statement-breakpoint
CREATE TRIGGER last_visits_entry_update AFTER UPDATE OF patient_id, appointment_type_id, start_at ON entries
WHEN (OLD.patient_id IS NOT NEW.patient_id OR OLD.appointment_type_id IS NOT NEW.appointment_type_id OR OLD.start_at <> NEW.start_at)
  AND EXISTS (SELECT 1 FROM progress WHERE practice_key = NEW.practice_key AND id = NEW.id AND done_at IS NOT NULL)
BEGIN
  DELETE FROM last_visits WHERE practice_key = OLD.practice_key AND patient_id = OLD.patient_id
    AND appointment_type_id = OLD.appointment_type_id;
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = OLD.practice_key AND e.patient_id = OLD.patient_id
      AND e.appointment_type_id = OLD.appointment_type_id AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
  DELETE FROM last_visits WHERE practice_key = NEW.practice_key AND patient_id = NEW.patient_id
    AND appointment_type_id = NEW.appointment_type_id;
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = NEW.practice_key AND e.patient_id = NEW.patient_id
      AND e.appointment_type_id = NEW.appointment_type_id AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
--> statement-breakpoint
CREATE TRIGGER last_visits_entry_delete AFTER DELETE ON entries WHEN OLD.patient_id IS NOT NULL AND OLD.appointment_type_id IS NOT NULL AND EXISTS (SELECT 1 FROM progress WHERE practice_key = OLD.practice_key AND id = OLD.id AND done_at IS NOT NULL)
BEGIN
  DELETE FROM last_visits WHERE practice_key = OLD.practice_key AND patient_id = OLD.patient_id
    AND appointment_type_id = OLD.appointment_type_id;
  INSERT INTO last_visits (practice_key, patient_id, appointment_type_id, start_at)
    SELECT e.practice_key, e.patient_id, e.appointment_type_id, max(e.start_at)
    FROM entries e CROSS JOIN progress p ON p.practice_key = e.practice_key AND p.id = e.id
    WHERE e.practice_key = OLD.practice_key AND e.patient_id = OLD.patient_id
      AND e.appointment_type_id = OLD.appointment_type_id AND p.done_at IS NOT NULL
    GROUP BY e.practice_key, e.patient_id, e.appointment_type_id;
END;
