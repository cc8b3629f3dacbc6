-- The endings of words leave the rows of patients, where they took two fifths of the room. A view makes them of the keys,
-- and the triggers of the search index ask this view. The rows move to a new table, so that they lie close together.
CREATE TABLE `__new_patients` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`dob` text,
	`gender` text,
	`email` text,
	`phone_mobile` text,
	`address` text,
	`postcode` text,
	`country` text,
	`status` text NOT NULL,
	`status_changed_at` integer,
	`notify_by_email` integer NOT NULL,
	`notify_by_sms` integer NOT NULL,
	`preferred_language` text,
	`metadata` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`first_name_key` text NOT NULL,
	`last_name_key` text NOT NULL,
	`spelled_key` text,
	`version` integer DEFAULT 1 NOT NULL,
	`email_key` text,
	`phone_key` text,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`status`) REFERENCES `pack_statuses`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_patients` (row_id, practice_key, id, first_name, last_name, dob, gender, email, phone_mobile, address, postcode,
  country, status, status_changed_at, notify_by_email, notify_by_sms, preferred_language, metadata, created_at, updated_at,
  first_name_key, last_name_key, version, email_key, phone_key)
SELECT row_id, practice_key, id, first_name, last_name, dob, gender, email, phone_mobile, address, postcode,
  country, status, status_changed_at, notify_by_email, notify_by_sms, preferred_language, metadata, created_at, updated_at,
  first_name_key, last_name_key, version, email_key, phone_key
FROM patients ORDER BY row_id;
--> statement-breakpoint
DROP TABLE patients;
--> statement-breakpoint
ALTER TABLE `__new_patients` RENAME TO patients;
--> statement-breakpoint
-- The index of words is filled again after the migrations (db/search-keys.ts).
DROP TABLE patient_words;
--> statement-breakpoint
CREATE TABLE patient_words (
  practice_key integer NOT NULL,
  ending text NOT NULL,
  patient_row_id integer NOT NULL,
  PRIMARY KEY (practice_key, ending, patient_row_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- What the search index holds of a patient. It has the first eight letters of all endings of each word of the names. It has
-- five digits of each form of a phone number, behind a space. The last name as a whole is left out: the index
-- `patients_name` begins with it.
-- `json_each` counts the letters of a text: it gets a list that is as long.
CREATE VIEW patient_endings (practice_key, row_id, ending) AS
SELECT practice_key, row_id, substr(part, 1, instr(part || ' ', ' ') - 1)
FROM (
  SELECT practice_key, row_id, substr(names, key + 1, 8) AS part
  FROM (
    SELECT practice_key, row_id, last_name_key || ' ' || first_name_key || coalesce(' ' || spelled_key, '') AS names FROM patients
  ), json_each('[' || substr(replace(hex(zeroblob(length(names))), '00', ',0'), 2) || ']')
  WHERE key > 0
)
WHERE substr(part, 1, 1) <> ' '
UNION ALL
SELECT practice_key, row_id, ' ' || substr(part, 1, instr(part || ' ', ' ') - 1)
FROM (
  SELECT practice_key, row_id, substr(phone_key, key + 1, 5) AS part
  FROM patients, json_each('[' || substr(replace(hex(zeroblob(length(phone_key))), '00', ',0'), 2) || ']')
  WHERE phone_key IS NOT NULL
)
WHERE substr(part, 1, 3) GLOB '[0-9][0-9][0-9]';
--> statement-breakpoint
CREATE UNIQUE INDEX `patients_id` ON `patients` (`practice_key`,`id`);
--> statement-breakpoint
CREATE INDEX `patients_name` ON `patients` (`practice_key`,`last_name_key`,`first_name_key`,`id`,`spelled_key`,`status`);
--> statement-breakpoint
CREATE INDEX `patients_names` ON `patients` (`row_id`,`last_name_key`,`first_name_key`,`spelled_key`);
--> statement-breakpoint
CREATE INDEX `patients_status` ON `patients` (`practice_key`,`status`);
--> statement-breakpoint
CREATE INDEX `patients_email` ON `patients` (`practice_key`,coalesce(email_key, email)) WHERE email is not null;
--> statement-breakpoint
CREATE INDEX `patients_dob` ON `patients` (`practice_key`,`dob`) WHERE dob is not null;
--> statement-breakpoint
CREATE TRIGGER patient_words_insert AFTER INSERT ON patients
BEGIN
  INSERT INTO patient_words (practice_key, ending, patient_row_id)
  SELECT DISTINCT practice_key, ending, row_id FROM patient_endings WHERE row_id = NEW.row_id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_delete BEFORE DELETE ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_key = OLD.practice_key AND patient_row_id = OLD.row_id
    AND ending IN (SELECT ending FROM patient_endings WHERE row_id = OLD.row_id);
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_leave
BEFORE UPDATE OF row_id, practice_key, last_name_key, first_name_key, spelled_key, phone_key ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_key = OLD.practice_key AND patient_row_id = OLD.row_id
    AND ending IN (SELECT ending FROM patient_endings WHERE row_id = OLD.row_id);
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_come
AFTER UPDATE OF row_id, practice_key, last_name_key, first_name_key, spelled_key, phone_key ON patients
BEGIN
  INSERT INTO patient_words (practice_key, ending, patient_row_id)
  SELECT DISTINCT practice_key, ending, row_id FROM patient_endings WHERE row_id = NEW.row_id;
END;
