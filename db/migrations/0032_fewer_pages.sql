DROP INDEX `audit_at`;--> statement-breakpoint
DROP INDEX `audit_user`;--> statement-breakpoint
CREATE INDEX `audit_user` ON `audit` (`practice_key`,`user_id`,`at`);--> statement-breakpoint
DROP INDEX `reminder_jobs_due`;--> statement-breakpoint
DROP INDEX `reminder_jobs_paused`;--> statement-breakpoint
DROP INDEX `reminder_jobs_patient`;--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`practice_key`,`next_attempt_at`,`channel`) WHERE state = 0;--> statement-breakpoint
CREATE INDEX `reminder_jobs_paused` ON `reminder_jobs` (`channel`,`updated_at`) WHERE state = 0 and next_attempt_at > due_at and (last_error is not null or updated_at > created_at);--> statement-breakpoint
CREATE INDEX `reminder_jobs_patient` ON `reminder_jobs` (`practice_key`,`patient_id`,`due_at`) WHERE (not (state < 2) or not kind = 0);