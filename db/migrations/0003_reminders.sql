CREATE TABLE `reminder_settings` (
	`practice_id` text PRIMARY KEY NOT NULL,
	`language` text,
	`email_subject` text,
	`email_text` text,
	`sms_text` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `signing_keys` (
	`purpose` text PRIMARY KEY NOT NULL,
	`key` blob NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_reminder_jobs` (
	`practice_id` text NOT NULL,
	`id` text PRIMARY KEY NOT NULL,
	`entry_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`channel` text NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease` text,
	`lease_until` integer,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_jobs_state" CHECK("__new_reminder_jobs"."state" in ('scheduled', 'running', 'sent', 'skipped', 'cancelled', 'dead')),
	CONSTRAINT "reminder_jobs_channel" CHECK("__new_reminder_jobs"."channel" in ('email', 'sms'))
);
--> statement-breakpoint
-- Each reminder becomes one reminder for each channel. Each gets an id of its own (a random UUID, RFC 9562 §5.4)
-- and the patient of its entry, if the entry still exists.
INSERT INTO `__new_reminder_jobs`("practice_id", "id", "entry_id", "patient_id", "channel", "start_at", "due_at", "state", "reason", "attempts", "next_attempt_at", "created_at", "updated_at")
SELECT
	"practice_id",
	lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
	"entry_id",
	coalesce((SELECT "patient_id" FROM `entries` e WHERE e."practice_id" = `reminder_jobs`."practice_id" AND e."id" = `reminder_jobs`."entry_id"), ''),
	c.column1, "start_at", "due_at", "state", "reason", 0, "due_at", "created_at", "updated_at"
FROM `reminder_jobs`, (VALUES ('email'), ('sms')) c;--> statement-breakpoint
DROP TABLE `reminder_jobs`;--> statement-breakpoint
ALTER TABLE `__new_reminder_jobs` RENAME TO `reminder_jobs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_jobs_of` ON `reminder_jobs` (`practice_id`,`entry_id`,`patient_id`,`start_at`,`channel`);--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`channel`,`next_attempt_at`) WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX `reminder_jobs_leased` ON `reminder_jobs` (`channel`,`lease_until`) WHERE state = 'running';--> statement-breakpoint
CREATE INDEX `reminder_jobs_planned` ON `reminder_jobs` (`practice_id`,`state`,`start_at`) WHERE state = 'scheduled' or reason = 'inside_lead';--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed` ON `reminder_jobs` (`practice_id`,`updated_at`) WHERE state = 'dead' or reason = 'missed_window';