CREATE TABLE `online_bookings` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`secret_hash` blob NOT NULL,
	`state` integer NOT NULL,
	`network` text,
	`appointment_type_id` blob NOT NULL,
	`practitioner_id` blob,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`known` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`decide_until` integer,
	`channel` integer,
	`contact` text,
	`contact_hash` blob,
	`language` text,
	`code_hash` blob,
	`code_until` integer,
	`code_tries` integer NOT NULL,
	`patient_id` blob,
	`is_new_patient` integer NOT NULL,
	`answers` text,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `online_bookings_secret` ON `online_bookings` (`practice_key`,`secret_hash`);--> statement-breakpoint
CREATE INDEX `online_bookings_state` ON `online_bookings` (`practice_key`,`state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `online_bookings_start` ON `online_bookings` (`practice_key`,`start_at`);--> statement-breakpoint
CREATE INDEX `online_bookings_contact` ON `online_bookings` (`practice_key`,`contact_hash`) WHERE contact_hash is not null;--> statement-breakpoint
CREATE INDEX `online_bookings_patient` ON `online_bookings` (`practice_key`,`patient_id`) WHERE patient_id is not null;--> statement-breakpoint
CREATE TABLE `online_codes` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`sent_at` integer NOT NULL,
	`contact_hash` blob NOT NULL,
	`network` text NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `online_codes_sent` ON `online_codes` (`practice_key`,`sent_at`);--> statement-breakpoint
-- What a patient books online was made by no member. The rows stay where they are.
ALTER TABLE `entries` ALTER COLUMN `created_by` DROP NOT NULL;--> statement-breakpoint
ALTER TABLE `cancellations` ALTER COLUMN `created_by` DROP NOT NULL;--> statement-breakpoint
ALTER TABLE `entries` ADD `hold_until` integer;--> statement-breakpoint
DROP INDEX `entries_chair`;--> statement-breakpoint
CREATE INDEX `entries_chair` ON `entries` (`practice_key`,`chair_id`,(type <> 2),`start_at`,`end_at`,`hold_until`);--> statement-breakpoint
CREATE INDEX `entries_held` ON `entries` (`practice_key`,`hold_until`) WHERE hold_until is not null;--> statement-breakpoint
ALTER TABLE `practices` ADD `online_booking` text;--> statement-breakpoint
CREATE UNIQUE INDEX `practices_slug` ON `practices` ("online_booking" ->> '$.slug');
