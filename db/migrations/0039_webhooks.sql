CREATE TABLE `webhook_deliveries` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`webhook_id` blob NOT NULL,
	`epoch` integer NOT NULL,
	`first_seq` integer NOT NULL,
	`last_seq` integer NOT NULL,
	`status` integer,
	`error` text,
	`tries` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_newest` ON `webhook_deliveries` (`practice_key`,`webhook_id`,`last_at`);--> statement-breakpoint
CREATE TABLE `webhook_places` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`epoch` integer NOT NULL,
	`seq` integer NOT NULL,
	`tries` integer NOT NULL,
	`failing_since` integer,
	`next_try_at` integer NOT NULL,
	`stopped` integer,
	`stopped_at` integer,
	`lease` text,
	`lease_until` integer,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `webhooks` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`url` text NOT NULL,
	`kinds` text,
	`active` integer NOT NULL,
	`nonce` blob NOT NULL,
	`former_nonce` blob,
	`former_until` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
