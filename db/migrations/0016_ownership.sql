ALTER TABLE `installation` ADD `database_id` text;--> statement-breakpoint
ALTER TABLE `installation` ADD `epochs` text;