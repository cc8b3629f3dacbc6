CREATE TABLE `closures` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`from_date` text NOT NULL,
	`through_date` text NOT NULL,
	`start_time` text,
	`end_time` text,
	`yearly` integer NOT NULL,
	`chair_ids` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `closures_through` ON `closures` (`practice_key`,`through_date`,`id`);--> statement-breakpoint
CREATE INDEX `closures_yearly` ON `closures` (`practice_key`,`yearly`,`through_date`,`id`);--> statement-breakpoint
CREATE TABLE `inbox_marks` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`kind` integer NOT NULL,
	`record_id` blob NOT NULL,
	`about` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`seen_by` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`seen_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbox_marks_about` ON `inbox_marks` (`practice_key`,`kind`,`record_id`,`about`);--> statement-breakpoint
CREATE INDEX `inbox_marks_seen` ON `inbox_marks` (`practice_key`,`seen_at`,`id`);--> statement-breakpoint
CREATE TABLE `waiting_list` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`patient_id` blob NOT NULL,
	`duration_minutes` integer NOT NULL,
	`chair_ids` text,
	`weekdays` text,
	`start_time` text,
	`end_time` text,
	`from_date` text,
	`through_date` text,
	`urgency` integer NOT NULL,
	`note` text,
	`created_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `waiting_list_order` ON `waiting_list` (`practice_key`,`urgency`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `waiting_list_patient` ON `waiting_list` (`practice_key`,`patient_id`);--> statement-breakpoint
CREATE TABLE `merges` (
	`practice_key` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`kept_id` blob NOT NULL,
	`merged_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `patient_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `merges_kept` ON `merges` (`practice_key`,`kept_id`);--> statement-breakpoint
CREATE TABLE `cancellations` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`chair_id` blob,
	`patient_id` blob,
	`title` text,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`color` text,
	`service_ref` text,
	`notes` text,
	`metadata` text NOT NULL,
	`created_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`practitioner_id` blob,
	`series_id` blob,
	`cancelled_at` integer NOT NULL,
	`cancelled_by` blob NOT NULL,
	`wish_of` integer NOT NULL,
	`reason` text NOT NULL,
	`note` text,
	`short_notice` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`cancelled_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "cancellations_order" CHECK("cancellations"."end_at" > "cancellations"."start_at")
);
--> statement-breakpoint
CREATE INDEX `cancellations_patient` ON `cancellations` (`practice_key`,`patient_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `cancellations_start` ON `cancellations` (`practice_key`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `cancellations_series` ON `cancellations` (`practice_key`,`series_id`,`start_at`,`id`) WHERE series_id is not null;--> statement-breakpoint
CREATE TABLE `progress` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`confirmed_at` integer,
	`confirmed_by` blob,
	`arrived_at` integer,
	`arrived_by` blob,
	`in_chair_at` integer,
	`in_chair_by` blob,
	`done_at` integer,
	`done_by` blob,
	`no_show_at` integer,
	`no_show_by` blob,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `entries_chair`;--> statement-breakpoint
DROP INDEX `entries_patient`;--> statement-breakpoint
ALTER TABLE `entries` ADD `practitioner_id` blob;--> statement-breakpoint
ALTER TABLE `entries` ADD `series_id` blob;--> statement-breakpoint
CREATE INDEX `entries_series` ON `entries` (`practice_key`,`series_id`,`start_at`) WHERE series_id is not null;--> statement-breakpoint
CREATE INDEX `entries_practitioner` ON `entries` (`practice_key`,`practitioner_id`,(type <> 2),`start_at`,`id`) WHERE practitioner_id is not null;--> statement-breakpoint
CREATE INDEX `entries_long` ON `entries` (`practice_key`,`end_at`,`start_at`) WHERE end_at - start_at > 86400000;--> statement-breakpoint
CREATE INDEX `entries_chair` ON `entries` (`practice_key`,`chair_id`,(type <> 2),`start_at`,`end_at`);--> statement-breakpoint
CREATE INDEX `entries_patient` ON `entries` (`practice_key`,`patient_id`,`start_at`);--> statement-breakpoint
ALTER TABLE `chairs` ADD `working_hours` text;--> statement-breakpoint
ALTER TABLE `users` ADD `color` text;--> statement-breakpoint
ALTER TABLE `patients` ADD `email_key` text;--> statement-breakpoint
ALTER TABLE `patients` ADD `phone_key` text;--> statement-breakpoint
CREATE INDEX `patients_email` ON `patients` (`practice_key`,`email_key`) WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX `patients_dob` ON `patients` (`practice_key`,`dob`) WHERE dob is not null;--> statement-breakpoint
ALTER TABLE `practices` ADD `short_notice_hours` integer;--> statement-breakpoint
ALTER TABLE `practices` ADD `practitioners_once` integer;--> statement-breakpoint
CREATE INDEX `notes_next_patient` ON `notes` (`practice_key`,`patient_id`) WHERE is_next = 1;--> statement-breakpoint
CREATE INDEX `notes_next` ON `notes` (`practice_key`,`updated_at`,`id`) WHERE is_next = 1;--> statement-breakpoint
-- Who treats is a member of the practice.
CREATE TRIGGER entries_practitioner_known_insert BEFORE INSERT ON entries
WHEN NEW.practitioner_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is not a member of the practice')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE practice_key = NEW.practice_key AND id = NEW.practitioner_id);
END;
--> statement-breakpoint
CREATE TRIGGER entries_practitioner_known_update BEFORE UPDATE OF practice_key, practitioner_id ON entries
WHEN NEW.practitioner_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is not a member of the practice')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE practice_key = NEW.practice_key AND id = NEW.practitioner_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_practitioner_kept_delete BEFORE DELETE ON users
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND practitioner_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_practitioner_kept_update BEFORE UPDATE OF practice_key, id ON users
WHEN NEW.practice_key <> OLD.practice_key OR NEW.id <> OLD.id
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND practitioner_id = OLD.id);
END;
--> statement-breakpoint
-- Where the practice says so, a member is in one place at a time. Their blocks from before may overlap each other. So
-- all that began within a day before the new block are looked at, and those that are longer than a day.
CREATE TRIGGER entries_practitioner_once_insert BEFORE INSERT ON entries
WHEN NEW.practitioner_id IS NOT NULL AND NEW.type <> 2
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is busy at that time')
  WHERE (SELECT practitioners_once FROM practices WHERE key = NEW.practice_key) = 1 AND (
    EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND practitioner_id = NEW.practitioner_id AND (type <> 2) = 1
        AND start_at > NEW.start_at - 86400000 AND start_at < NEW.end_at AND end_at > NEW.start_at
    )
    OR EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND end_at > NEW.start_at AND end_at - start_at > 86400000
        AND start_at < NEW.end_at AND +practitioner_id = NEW.practitioner_id AND type <> 2
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER entries_practitioner_once_update
BEFORE UPDATE OF practice_key, practitioner_id, type, start_at, end_at ON entries
WHEN NEW.practitioner_id IS NOT NULL AND NEW.type <> 2
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is busy at that time')
  WHERE (SELECT practitioners_once FROM practices WHERE key = NEW.practice_key) = 1 AND (
    EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND practitioner_id = NEW.practitioner_id AND (type <> 2) = 1
        AND start_at > NEW.start_at - 86400000 AND start_at < NEW.end_at AND end_at > NEW.start_at
        AND rowid <> OLD.rowid
    )
    OR EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND end_at > NEW.start_at AND end_at - start_at > 86400000
        AND start_at < NEW.end_at AND +practitioner_id = NEW.practitioner_id AND type <> 2
        AND rowid <> OLD.rowid
    )
  );
END;
