DROP INDEX `entries_practitioner`;--> statement-breakpoint
CREATE INDEX `entries_practitioner` ON `entries` (`practice_key`,`practitioner_id`,(type <> 2),`start_at`,`id`) WHERE practitioner_id is not null;
--> statement-breakpoint
-- Who treats is a member of the practice.
CREATE TRIGGER entries_practitioner_known_insert BEFORE INSERT ON entries
WHEN NEW.practitioner_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is not a member of the practice')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE practice_key = NEW.practice_key AND id = NEW.practitioner_id);
END;
--> statement-breakpoint
CREATE TRIGGER entries_practitioner_known_update BEFORE UPDATE OF practice_key, practitioner_id ON entries
WHEN NEW.practitioner_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is not a member of the practice')
  WHERE NOT EXISTS (SELECT 1 FROM users WHERE practice_key = NEW.practice_key AND id = NEW.practitioner_id);
END;
--> statement-breakpoint
CREATE TRIGGER users_practitioner_kept_delete BEFORE DELETE ON users
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND practitioner_id = OLD.id);
END;
--> statement-breakpoint
CREATE TRIGGER users_practitioner_kept_update BEFORE UPDATE OF practice_key, id ON users
WHEN NEW.practice_key <> OLD.practice_key OR NEW.id <> OLD.id
BEGIN
  SELECT RAISE(ABORT, 'the member treats in an entry')
  WHERE EXISTS (SELECT 1 FROM entries WHERE practice_key = OLD.practice_key AND practitioner_id = OLD.id);
END;
--> statement-breakpoint
-- Where the practice says so, a member is in one place at a time. Their blocks from before may overlap each other. So
-- all that began within a day before the new block are looked at, and those that are longer than a day.
CREATE TRIGGER entries_practitioner_once_insert BEFORE INSERT ON entries
WHEN NEW.practitioner_id IS NOT NULL AND NEW.type <> 2
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is busy at that time')
  WHERE (SELECT practitioners_once FROM practices WHERE key = NEW.practice_key) = 1 AND (
    EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND practitioner_id = NEW.practitioner_id AND (type <> 2) = 1
        AND start_at > NEW.start_at - 86400000 AND start_at < NEW.end_at AND end_at > NEW.start_at
    )
    OR EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND end_at > NEW.start_at AND end_at - start_at > 86400000
        AND start_at < NEW.end_at AND +practitioner_id = NEW.practitioner_id AND type <> 2
    )
  );
END;
--> statement-breakpoint
CREATE TRIGGER entries_practitioner_once_update
BEFORE UPDATE OF practice_key, practitioner_id, type, start_at, end_at ON entries
WHEN NEW.practitioner_id IS NOT NULL AND NEW.type <> 2
BEGIN
  SELECT RAISE(ABORT, 'the practitioner is busy at that time')
  WHERE (SELECT practitioners_once FROM practices WHERE key = NEW.practice_key) = 1 AND (
    EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND practitioner_id = NEW.practitioner_id AND (type <> 2) = 1
        AND start_at > NEW.start_at - 86400000 AND start_at < NEW.end_at AND end_at > NEW.start_at
        AND rowid <> OLD.rowid
    )
    OR EXISTS (
      SELECT 1 FROM entries
      WHERE practice_key = NEW.practice_key AND end_at > NEW.start_at AND end_at - start_at > 86400000
        AND start_at < NEW.end_at AND +practitioner_id = NEW.practitioner_id AND type <> 2
        AND rowid <> OLD.rowid
    )
  );
END;
