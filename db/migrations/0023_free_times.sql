DROP INDEX `entries_chair`;--> statement-breakpoint
CREATE INDEX `entries_chair` ON `entries` (`practice_key`,`chair_id`,(type <> 2),`start_at`,`end_at`);