ALTER TABLE `online_bookings` ADD `visitor` text;--> statement-breakpoint
ALTER TABLE `cancellations` ALTER COLUMN `cancelled_by` DROP NOT NULL;
