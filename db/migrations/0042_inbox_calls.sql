CREATE TABLE `inbox_calls` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`kind` integer NOT NULL,
	`record_id` blob NOT NULL,
	`about` integer NOT NULL,
	`result` integer NOT NULL,
	`again_at` integer,
	`called_at` integer NOT NULL,
	`called_by` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`called_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `inbox_calls_about` ON `inbox_calls` (`practice_key`,`kind`,`record_id`,`about`,`called_at`);--> statement-breakpoint
CREATE INDEX `inbox_calls_called` ON `inbox_calls` (`practice_key`,`called_at`,`id`);