CREATE TABLE `absences` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`practitioner_id` blob NOT NULL,
	`reason` text,
	`from_date` text NOT NULL,
	`through_date` text,
	`start_time` text,
	`end_time` text,
	`weekdays` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`practitioner_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `absences_through` ON `absences` (`practice_key`,`through_date`,`id`);