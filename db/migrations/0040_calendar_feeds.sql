CREATE TABLE `calendar_feeds` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`user_id` blob NOT NULL,
	`chair_id` blob,
	`hash` blob NOT NULL,
	`last_fetched_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`user_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`chair_id`) REFERENCES `chairs`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_hash` ON `calendar_feeds` (`hash`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_user` ON `calendar_feeds` (`practice_key`,`user_id`);--> statement-breakpoint
CREATE INDEX `calendar_feeds_chair` ON `calendar_feeds` (`practice_key`,`chair_id`);--> statement-breakpoint
ALTER TABLE `practices` ADD `calendar_feeds` text;