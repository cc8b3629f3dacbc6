ALTER TABLE `patients` ADD `own_fields` text;--> statement-breakpoint
ALTER TABLE `practices` ADD `own_fields` text;