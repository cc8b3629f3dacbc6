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
ALTER TABLE `patients` ADD `email_key` text;--> statement-breakpoint
ALTER TABLE `patients` ADD `phone_key` text;--> statement-breakpoint
CREATE INDEX `patients_email` ON `patients` (`practice_key`,`email_key`) WHERE email_key is not null;--> statement-breakpoint
CREATE INDEX `patients_dob` ON `patients` (`practice_key`,`dob`) WHERE dob is not null;