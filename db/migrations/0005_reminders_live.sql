DROP INDEX `reminder_jobs_planned`;--> statement-breakpoint
DROP INDEX `reminder_jobs_failed`;--> statement-breakpoint
CREATE INDEX `reminder_jobs_missed` ON `reminder_jobs` (`channel`,`updated_at`) WHERE reason = 'missed_window';--> statement-breakpoint
CREATE INDEX `reminder_jobs_paused` ON `reminder_jobs` (`channel`,`next_attempt_at`) WHERE state = 'scheduled' and next_attempt_at > due_at;--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_jobs_live` ON `reminder_jobs` (`practice_id`,`entry_id`,`channel`) WHERE state in ('scheduled', 'running');--> statement-breakpoint
CREATE INDEX `reminder_jobs_planned` ON `reminder_jobs` (`practice_id`,`state`,`start_at`) WHERE state = 'scheduled' or reason in ('inside_lead', 'switched_off');--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed` ON `reminder_jobs` (`practice_id`,`updated_at`) WHERE state = 'dead' or reason in ('missed_window', 'invalid_phone');