PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reminder_jobs` (
	`practice_id` text NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`slot` integer NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`sent_at` integer,
	`counted_on` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_jobs_state" CHECK("__new_reminder_jobs"."state" in ('scheduled', 'running', 'sent', 'skipped', 'cancelled', 'dead', 'uncertain')),
	CONSTRAINT "reminder_jobs_channel" CHECK("__new_reminder_jobs"."channel" in ('email', 'sms')),
	CONSTRAINT "reminder_jobs_kind" CHECK("__new_reminder_jobs"."kind" in ('reminder', 'booked', 'moved', 'cancelled'))
);
--> statement-breakpoint
INSERT INTO `__new_reminder_jobs`("practice_id", "id", "entry_id", "patient_id", "channel", "kind", "slot", "start_at", "due_at", "state", "reason", "attempts", "next_attempt_at", "lease", "lease_until", "sent_at", "counted_on", "last_error", "created_at", "updated_at") SELECT "practice_id", "id", "entry_id", "patient_id", "channel", 'reminder', 0, "start_at", "due_at", "state", "reason", "attempts", "next_attempt_at", "lease", "lease_until", "sent_at", "counted_on", "last_error", "created_at", "updated_at" FROM `reminder_jobs`;--> statement-breakpoint
DROP TABLE `reminder_jobs`;--> statement-breakpoint
ALTER TABLE `__new_reminder_jobs` RENAME TO `reminder_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_jobs_of` ON `reminder_jobs` (`practice_id`,`entry_id`,`patient_id`,`start_at`,`channel`,`kind`,`slot`);--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`channel`,`next_attempt_at`) WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX `reminder_jobs_leased` ON `reminder_jobs` (`channel`,`lease_until`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `reminder_jobs_planned` ON `reminder_jobs` (`practice_id`,`state`,`start_at`) WHERE state = 'scheduled' or reason in ('inside_lead', 'switched_off');--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed` ON `reminder_jobs` (`practice_id`,`updated_at`) WHERE state in ('dead', 'uncertain') or reason in ('missed_window', 'invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed', 'over_ceiling');--> statement-breakpoint
CREATE INDEX `reminder_jobs_missed` ON `reminder_jobs` (`channel`,`updated_at`) WHERE reason = 'missed_window';--> statement-breakpoint
CREATE INDEX `reminder_jobs_paused` ON `reminder_jobs` (`channel`,`next_attempt_at`) WHERE state = 'scheduled' and next_attempt_at > due_at;--> statement-breakpoint
CREATE INDEX `reminder_jobs_counted` ON `reminder_jobs` (`practice_id`,`channel`,`counted_on`) WHERE counted_on is not null and (lease is not null or sent_at is not null);--> statement-breakpoint
CREATE INDEX `reminder_jobs_abroad` ON `reminder_jobs` (`practice_id`,`start_at`) WHERE reason = 'country_not_allowed';--> statement-breakpoint
CREATE INDEX `reminder_jobs_unreached` ON `reminder_jobs` (`practice_id`,`patient_id`,`start_at`) WHERE reason in ('no_consent', 'no_address', 'no_phone', 'invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed', 'refused');--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_jobs_live` ON `reminder_jobs` (`practice_id`,`entry_id`,`patient_id`,`channel`,`kind`,`slot`) WHERE state in ('scheduled', 'running');--> statement-breakpoint
ALTER TABLE `patients` ADD `preferred_language` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `more_lead_minutes` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `send_from` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `send_until` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `tell_booked` integer;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `address` text;--> statement-breakpoint
ALTER TABLE `reminder_settings` ADD `reply_to` text;