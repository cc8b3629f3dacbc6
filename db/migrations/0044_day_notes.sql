CREATE TABLE `day_notes` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`date` text NOT NULL,
	`text` text NOT NULL,
	`created_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `day_notes_date` ON `day_notes` (`practice_key`,`date`,`created_at`,`id`);