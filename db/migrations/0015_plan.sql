CREATE TABLE `past_reminders` (
	`practice_id` text NOT NULL,
	`entry_id` text NOT NULL,
	`id` text NOT NULL,
	`patient_id` text NOT NULL,
	`channel` text NOT NULL,
	`kind` text NOT NULL,
	`slot` integer NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `entry_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `reminder_replans` (
	`practice_id` text PRIMARY KEY NOT NULL,
	`start_at` integer NOT NULL,
	`entry_id` text NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
DROP INDEX `reminder_jobs_planned`;--> statement-breakpoint
DROP INDEX `reminder_jobs_paused`;--> statement-breakpoint
CREATE INDEX `reminder_jobs_paused` ON `reminder_jobs` (`channel`,`updated_at`) WHERE state = 'scheduled' and next_attempt_at > due_at;--> statement-breakpoint
-- The send window is new: the reminders of every practice get their times anew.
INSERT INTO `reminder_replans` (`practice_id`, `start_at`, `entry_id`) SELECT `id`, 0, '' FROM `practices`;
