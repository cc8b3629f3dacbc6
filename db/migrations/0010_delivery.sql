DROP INDEX `reminder_jobs_failed`;--> statement-breakpoint
ALTER TABLE `reminder_jobs` ADD `counted_on` text;--> statement-breakpoint
CREATE INDEX `reminder_jobs_counted` ON `reminder_jobs` (`practice_id`,`channel`,`counted_on`) WHERE counted_on is not null and (lease is not null or sent_at is not null);--> statement-breakpoint
CREATE INDEX `reminder_jobs_abroad` ON `reminder_jobs` (`practice_id`,`start_at`) WHERE reason = 'country_not_allowed';--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed` ON `reminder_jobs` (`practice_id`,`updated_at`) WHERE state = 'dead' or reason in ('missed_window', 'invalid_phone', 'costly_number', 'country_not_allowed', 'over_ceiling');--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_signing_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`key` blob NOT NULL,
	`created_at` integer NOT NULL,
	`replaced_at` integer,
	`needed_until` integer
);
--> statement-breakpoint
INSERT INTO `__new_signing_keys`("purpose", "key", "created_at") SELECT "purpose", "key", "created_at" FROM `signing_keys`;--> statement-breakpoint
DROP TABLE `signing_keys`;--> statement-breakpoint
ALTER TABLE `__new_signing_keys` RENAME TO `signing_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `signing_keys_newest` ON `signing_keys` (`purpose`) WHERE replaced_at is null;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `allowed_countries` text;