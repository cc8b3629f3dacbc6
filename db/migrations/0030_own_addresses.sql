CREATE TABLE `link_keys` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`key` blob NOT NULL,
	`created_at` integer NOT NULL,
	`replaced_at` integer,
	`needed_until` integer,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `link_keys_newest` ON `link_keys` (`practice_key`) WHERE replaced_at is null;--> statement-breakpoint
CREATE TABLE `practice_aliases` (
	`practice_key` integer NOT NULL,
	`host` text NOT NULL,
	`ends_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `host`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
ALTER TABLE `practices` ADD `host` text;--> statement-breakpoint
ALTER TABLE `practices` ADD `generation` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `practices_host_unique` ON `practices` (`host`);--> statement-breakpoint
ALTER TABLE `passkeys` ADD `rp_id` text;