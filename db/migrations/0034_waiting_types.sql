ALTER TABLE `waiting_list` ADD `appointment_type_id` blob;--> statement-breakpoint
-- Somebody waits for an appointment type of the practice.
CREATE TRIGGER waiting_list_type_known_insert BEFORE INSERT ON waiting_list
WHEN NEW.appointment_type_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practice has no such appointment type') WHERE NOT EXISTS (
    SELECT 1 FROM appointment_types WHERE practice_key = NEW.practice_key AND id = NEW.appointment_type_id);
END;
--> statement-breakpoint
CREATE TRIGGER waiting_list_type_known_update BEFORE UPDATE OF practice_key, appointment_type_id ON waiting_list
WHEN NEW.appointment_type_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practice has no such appointment type') WHERE NOT EXISTS (
    SELECT 1 FROM appointment_types WHERE practice_key = NEW.practice_key AND id = NEW.appointment_type_id);
END;
--> statement-breakpoint
CREATE TRIGGER appointment_types_awaited_delete BEFORE DELETE ON appointment_types
BEGIN
  SELECT RAISE(ABORT, 'somebody waits for this appointment type')
  WHERE EXISTS (SELECT 1 FROM waiting_list WHERE practice_key = OLD.practice_key AND appointment_type_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER appointment_types_awaited_update BEFORE UPDATE OF practice_key, id ON appointment_types
WHEN NEW.practice_key <> OLD.practice_key OR NEW.id <> OLD.id
BEGIN
  SELECT RAISE(ABORT, 'somebody waits for this appointment type')
  WHERE EXISTS (SELECT 1 FROM waiting_list WHERE practice_key = OLD.practice_key AND appointment_type_id = OLD.id);
END;
--> statement-breakpoint
-- `OR REPLACE` deletes the row that is in the way, and fires no trigger of a deletion. So it is refused before.
CREATE TRIGGER appointment_types_awaited_insert BEFORE INSERT ON appointment_types
BEGIN
  SELECT RAISE(ABORT, 'somebody waits for the appointment type of this name') FROM appointment_types t
  WHERE t.practice_key = NEW.practice_key AND t.name_key = NEW.name_key AND t.archived = 0 AND NEW.archived = 0
    AND t.id <> NEW.id
    AND EXISTS (SELECT 1 FROM waiting_list WHERE practice_key = t.practice_key AND appointment_type_id = t.id);
END;
