CREATE TABLE `change_epochs` (
	`practice_key` integer PRIMARY KEY NOT NULL,
	`epoch` integer NOT NULL,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `changes` (
	`practice_key` integer NOT NULL,
	`seq` integer NOT NULL,
	`at` integer NOT NULL,
	`kind` integer NOT NULL,
	`id` blob NOT NULL,
	`version` integer,
	`gone` integer NOT NULL,
	`patient_id` blob,
	PRIMARY KEY(`practice_key`, `seq`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `users` ADD `language` text;--> statement-breakpoint
ALTER TABLE `practices` ADD `day_sheet_phones` integer;--> statement-breakpoint
ALTER TABLE `installation` ADD `file` text;--> statement-breakpoint
-- 52 random bits: a number that JavaScript holds without loss.
INSERT INTO change_epochs (practice_key, epoch) SELECT key, random() & 4503599627370495 FROM practices;
--> statement-breakpoint
-- A practice that is made, and one that comes in from another installation, begins an epoch of its own.
CREATE TRIGGER practices_begin_epoch AFTER INSERT ON practices
BEGIN
  INSERT INTO change_epochs (practice_key, epoch) VALUES (NEW.key, random() & 4503599627370495);
END;
