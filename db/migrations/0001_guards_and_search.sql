-- The database itself refuses double-booking: two blocks never overlap on a chair.
-- Stored blocks never overlap each other. So a new block can only collide with the last one that starts at or
-- before it, or with one that starts inside it. This takes two index seeks, however many entries there are.
CREATE TRIGGER entries_no_overlap_insert BEFORE INSERT ON entries
WHEN NEW.type <> 'reminder' AND NEW.chair_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'entries overlap on this chair')
  WHERE (
    SELECT end_at FROM entries
    WHERE practice_id = NEW.practice_id AND chair_id = NEW.chair_id AND type <> 'reminder'
      AND start_at <= NEW.start_at
    ORDER BY start_at DESC LIMIT 1
  ) > NEW.start_at
  OR EXISTS (
    SELECT 1 FROM entries
    WHERE practice_id = NEW.practice_id AND chair_id = NEW.chair_id AND type <> 'reminder'
      AND start_at > NEW.start_at AND start_at < NEW.end_at
  );
END;
--> statement-breakpoint
CREATE TRIGGER entries_no_overlap_update BEFORE UPDATE OF practice_id, chair_id, type, start_at, end_at ON entries
WHEN NEW.type <> 'reminder' AND NEW.chair_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'entries overlap on this chair')
  WHERE (
    SELECT end_at FROM entries
    WHERE practice_id = NEW.practice_id AND chair_id = NEW.chair_id AND type <> 'reminder'
      AND start_at <= NEW.start_at AND rowid <> OLD.rowid
    ORDER BY start_at DESC LIMIT 1
  ) > NEW.start_at
  OR EXISTS (
    SELECT 1 FROM entries
    WHERE practice_id = NEW.practice_id AND chair_id = NEW.chair_id AND type <> 'reminder'
      AND start_at > NEW.start_at AND start_at < NEW.end_at AND rowid <> OLD.rowid
  );
END;
--> statement-breakpoint
-- A revision never changes. It is deleted only together with its note.
CREATE TRIGGER note_revisions_unchanged BEFORE UPDATE ON note_revisions
BEGIN
  SELECT RAISE(ABORT, 'revisions are not changed');
END;
--> statement-breakpoint
-- The search index over word endings (src/domain/search.ts). Only spaces separate words, so every printable ASCII
-- character counts as a letter. The text arrives folded.
CREATE VIRTUAL TABLE patient_search USING fts5(
  word_endings,
  content='patients',
  content_rowid='row_id',
  detail='none',
  prefix='1 2 3',
  tokenize="ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
--> statement-breakpoint
CREATE TRIGGER patients_search_insert AFTER INSERT ON patients
BEGIN
  INSERT INTO patient_search (rowid, word_endings) VALUES (NEW.row_id, NEW.word_endings);
END;
--> statement-breakpoint
CREATE TRIGGER patients_search_delete AFTER DELETE ON patients
BEGIN
  INSERT INTO patient_search (patient_search, rowid, word_endings) VALUES ('delete', OLD.row_id, OLD.word_endings);
END;
--> statement-breakpoint
CREATE TRIGGER patients_search_update AFTER UPDATE OF row_id, word_endings ON patients
BEGIN
  INSERT INTO patient_search (patient_search, rowid, word_endings) VALUES ('delete', OLD.row_id, OLD.word_endings);
  INSERT INTO patient_search (rowid, word_endings) VALUES (NEW.row_id, NEW.word_endings);
END;
