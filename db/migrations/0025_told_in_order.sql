DROP INDEX `reminder_jobs_leased`;--> statement-breakpoint
DROP INDEX `reminder_jobs_told`;--> statement-breakpoint
ALTER TABLE `reminder_jobs` ADD `sequence` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reminder_jobs_leased` ON `reminder_jobs` (`channel`,`lease_until`) WHERE lease_until is not null;--> statement-breakpoint
CREATE INDEX `reminder_jobs_told` ON `reminder_jobs` (`practice_key`,`entry_id`,`sequence`) WHERE sequence > 0 or sent_at is not null or uncertain_at is not null;--> statement-breakpoint
-- Written by hand: what was told until now has its order by the clock. The number is that of the calendar file, or a higher one.
UPDATE `reminder_jobs` SET `sequence` = max(1, (coalesce(`sent_at`, `uncertain_at`) - 1735689600000) / 1000)
WHERE `sent_at` IS NOT NULL OR `uncertain_at` IS NOT NULL;
