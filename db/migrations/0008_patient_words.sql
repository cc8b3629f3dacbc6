CREATE TABLE `search_codes` (
	`code` integer PRIMARY KEY NOT NULL,
	`practice_id` text NOT NULL,
	FOREIGN KEY (`practice_id`) REFERENCES `practices`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_codes_practice_id_unique` ON `search_codes` (`practice_id`);--> statement-breakpoint
-- The search index is an ordinary table in place of the FTS5 index. Its keys begin with the practice, so a search visits
-- no word of another practice, and its time tells nothing about their patients. A deleted word leaves the file at once,
-- where FTS5 keeps the beginnings of some.
DROP TRIGGER patients_search_insert;
--> statement-breakpoint
DROP TRIGGER patients_search_delete;
--> statement-breakpoint
DROP TRIGGER patients_search_update;
--> statement-breakpoint
DROP TABLE patient_search;
--> statement-breakpoint
CREATE TABLE patient_words (
  practice_code integer NOT NULL,
  ending text NOT NULL,
  patient_row_id integer NOT NULL,
  PRIMARY KEY (practice_code, ending, patient_row_id)
) WITHOUT ROWID;
--> statement-breakpoint
-- From here on the column holds a JSON array. The upgrade fills it and the index (db/search-keys.ts).
UPDATE patients SET word_endings = '[]';
--> statement-breakpoint
INSERT INTO search_codes (practice_id) SELECT DISTINCT practice_id FROM patients;
--> statement-breakpoint
CREATE TRIGGER patient_words_insert AFTER INSERT ON patients
BEGIN
  INSERT INTO search_codes (practice_id) VALUES (NEW.practice_id) ON CONFLICT DO NOTHING;
  INSERT INTO patient_words (practice_code, ending, patient_row_id)
  SELECT code, value, NEW.row_id FROM search_codes, json_each(NEW.word_endings) WHERE practice_id = NEW.practice_id;
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_delete AFTER DELETE ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_code = (SELECT code FROM search_codes WHERE practice_id = OLD.practice_id)
    AND patient_row_id = OLD.row_id AND ending IN (SELECT value FROM json_each(OLD.word_endings));
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_update AFTER UPDATE OF row_id, practice_id, word_endings ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_code = (SELECT code FROM search_codes WHERE practice_id = OLD.practice_id)
    AND patient_row_id = OLD.row_id AND ending IN (SELECT value FROM json_each(OLD.word_endings));
  INSERT INTO patient_words (practice_code, ending, patient_row_id)
  SELECT code, value, NEW.row_id FROM search_codes, json_each(NEW.word_endings) WHERE practice_id = NEW.practice_id;
END;
