CREATE TABLE `erasures` (
	`practice_key` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`erased_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `patient_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
