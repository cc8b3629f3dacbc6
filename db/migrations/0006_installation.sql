ALTER TABLE `vitals` RENAME TO `installation`;--> statement-breakpoint
ALTER TABLE `installation` RENAME COLUMN "problem" TO "verification_problem";--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_installation` (
	`id` integer PRIMARY KEY NOT NULL,
	`beat_at` integer NOT NULL,
	`verified_at` integer,
	`verification_problem` text,
	CONSTRAINT "installation_one" CHECK("__new_installation"."id" = 1)
);
--> statement-breakpoint
INSERT INTO `__new_installation`("id", "beat_at", "verified_at", "verification_problem") SELECT "id", "beat_at", "verified_at", "verification_problem" FROM `installation`;--> statement-breakpoint
DROP TABLE `installation`;--> statement-breakpoint
ALTER TABLE `__new_installation` RENAME TO `installation`;--> statement-breakpoint
PRAGMA foreign_keys=ON;