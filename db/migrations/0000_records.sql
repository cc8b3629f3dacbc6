CREATE TABLE `api_tokens` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`user_id`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`hash`);--> statement-breakpoint
CREATE TABLE `chairs` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`position` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `entries` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`chair_id` text,
	`patient_id` text,
	`type` text NOT NULL,
	`title` text,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`color` text,
	`service_ref` text,
	`notes` text,
	`metadata` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`chair_id`) REFERENCES `chairs`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`patient_id`) REFERENCES `patients`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`created_by`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_type" CHECK("entries"."type" in ('appointment', 'reminder', 'unavailable')),
	CONSTRAINT "entries_order" CHECK("entries"."end_at" > "entries"."start_at"),
	CONSTRAINT "entries_times" CHECK(typeof("entries"."start_at") = 'integer' and typeof("entries"."end_at") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `entries_start` ON `entries` (`practice_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `entries_chair` ON `entries` (`practice_id`,`chair_id`,`start_at`,`id`);--> statement-breakpoint
CREATE INDEX `entries_patient` ON `entries` (`practice_id`,`patient_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `entries_block` ON `entries` (`practice_id`,`chair_id`,`start_at`) WHERE type <> 'reminder' and chair_id is not null;--> statement-breakpoint
CREATE TABLE `note_revisions` (
	`practice_id` text NOT NULL,
	`note_id` text NOT NULL,
	`version` integer NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`is_next` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` text NOT NULL,
	PRIMARY KEY(`practice_id`, `note_id`, `version`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`note_id`) REFERENCES `notes`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `notes` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`patient_id` text NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`is_next` integer NOT NULL,
	`created_by` text NOT NULL,
	`updated_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`patient_id`) REFERENCES `patients`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`created_by`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`updated_by`) REFERENCES `users`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `notes_patient` ON `notes` (`practice_id`,`patient_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `pack_statuses` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `patient_tags` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`practice_id` text NOT NULL,
	`patient_id` text NOT NULL,
	`tag_id` text NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`patient_id`) REFERENCES `patients`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`tag_id`) REFERENCES `tags`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `patient_tags_patient` ON `patient_tags` (`practice_id`,`patient_id`,`tag_id`);--> statement-breakpoint
CREATE INDEX `patient_tags_tag` ON `patient_tags` (`practice_id`,`tag_id`,`patient_id`);--> statement-breakpoint
CREATE TABLE `patients` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`dob` text,
	`gender` text,
	`email` text,
	`phone_mobile` text,
	`address` text,
	`postcode` text,
	`country` text,
	`status` text NOT NULL,
	`status_changed_at` integer,
	`notify_by_email` integer NOT NULL,
	`notify_by_sms` integer NOT NULL,
	`metadata` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`first_name_key` text NOT NULL,
	`last_name_key` text NOT NULL,
	`word_endings` text NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_id`,`status`) REFERENCES `pack_statuses`(`practice_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `patients_id` ON `patients` (`practice_id`,`id`);--> statement-breakpoint
CREATE INDEX `patients_name` ON `patients` (`practice_id`,`last_name_key`,`first_name_key`,`id`);--> statement-breakpoint
CREATE INDEX `patients_status` ON `patients` (`practice_id`,`status`,`last_name_key`,`first_name_key`,`id`);--> statement-breakpoint
CREATE TABLE `practices` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`timezone` text NOT NULL,
	`pack_id` text NOT NULL,
	`pack_name` text NOT NULL,
	`default_status` text NOT NULL,
	`working_hours` text,
	`slot_minutes` integer,
	`reminder_lead_minutes` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `reminder_jobs` (
	`practice_id` text NOT NULL,
	`entry_id` text NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `entry_id`, `start_at`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_jobs_state" CHECK("reminder_jobs"."state" in ('scheduled', 'skipped', 'cancelled'))
);
--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`due_at`) WHERE state = 'scheduled';--> statement-breakpoint
CREATE TABLE `tags` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`color` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`practice_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `users` (
	`practice_id` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_id`, `id`),
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("users"."role" in ('owner', 'assistant'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));