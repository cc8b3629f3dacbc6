PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_signing_keys` (
	`id` integer PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`key` blob NOT NULL,
	`created_at` integer NOT NULL,
	`replaced_at` integer,
	`needed_until` integer
);
--> statement-breakpoint
INSERT INTO `__new_signing_keys`("purpose", "key", "created_at") SELECT "purpose", "key", "created_at" FROM `signing_keys`;--> statement-breakpoint
DROP TABLE `signing_keys`;--> statement-breakpoint
ALTER TABLE `__new_signing_keys` RENAME TO `signing_keys`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `signing_keys_newest` ON `signing_keys` (`purpose`) WHERE replaced_at is null;