CREATE TABLE `enrolment_links` (
	`practice_id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` blob NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `user_id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`user_id`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `enrolment_links_hash` ON `enrolment_links` (`hash`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`user_id`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`practice_id`,`user_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`hash` blob NOT NULL,
	`user_agent` text,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`user_id`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_hash` ON `sessions` (`hash`);--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`practice_id`,`user_id`);--> statement-breakpoint
DROP INDEX `users_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_practice_email` ON `users` (`practice_id`,lower("email"));--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`practice_id`,`user_id`);