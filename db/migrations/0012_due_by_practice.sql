DROP INDEX `reminder_jobs_due`;--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`channel`,`practice_id`,`next_attempt_at`) WHERE state = 'scheduled';