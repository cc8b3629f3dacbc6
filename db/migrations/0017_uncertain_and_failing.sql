DROP INDEX `reminder_jobs_told`;--> statement-breakpoint
ALTER TABLE `reminder_jobs` ADD `uncertain_at` integer;--> statement-breakpoint
ALTER TABLE `reminder_jobs` ADD `failing_since` integer;--> statement-breakpoint
CREATE INDEX `reminder_jobs_failing` ON `reminder_jobs` (`practice_id`,`start_at`,`id`) WHERE state = 'scheduled' and reason is null and failing_since is not null;--> statement-breakpoint
CREATE INDEX `reminder_jobs_told` ON `reminder_jobs` (`practice_id`,`entry_id`,`patient_id`,`channel`) WHERE sent_at is not null or uncertain_at is not null;--> statement-breakpoint
-- Written by hand: who may have got a notice of an older file may know of it.
UPDATE `reminder_jobs` SET `uncertain_at` = `updated_at` WHERE `state` = 'uncertain';
