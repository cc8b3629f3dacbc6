-- Every table gets a smaller layout. Practices get short numbers, and the rows of a practice name it by its number.
-- UUIDs become blobs of 16 bytes (db/stored-id.ts). Any other id stays the text that it is. Short lists of names become
-- numbers (db/codes.ts). The upgrade runs all of this in one transaction, after it has copied the file.
--
-- An old table goes before the next one is built, so that its room is used again.
--
-- These triggers read tables that are replaced below. They are made anew at the end.
DROP TRIGGER entries_no_overlap_insert;
--> statement-breakpoint
DROP TRIGGER entries_no_overlap_update;
--> statement-breakpoint
DROP TRIGGER note_revisions_unchanged;
--> statement-breakpoint
DROP TRIGGER patient_words_insert;
--> statement-breakpoint
DROP TRIGGER patient_words_delete;
--> statement-breakpoint
DROP TRIGGER patient_words_update;
--> statement-breakpoint
-- The search index has numbered practices already. They keep their numbers, and the others get the next ones.
CREATE TABLE `__new_practices` (
	`key` integer PRIMARY KEY NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`timezone` text NOT NULL,
	`pack_id` text NOT NULL,
	`pack_name` text NOT NULL,
	`default_status` text NOT NULL,
	`working_hours` text,
	`slot_minutes` integer,
	`reminder_lead_minutes` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO __new_practices (key, id, name, timezone, pack_id, pack_name, default_status, working_hours, slot_minutes, reminder_lead_minutes,
  created_at, updated_at)
SELECT
  c.code,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  o.name, o.timezone, o.pack_id, o.pack_name, o.default_status, o.working_hours, o.slot_minutes,
  o.reminder_lead_minutes, o.created_at, o.updated_at
FROM practices o LEFT JOIN search_codes c ON c.practice_id = o.id
ORDER BY c.code IS NULL, c.code, o.created_at, o.id;
--> statement-breakpoint
CREATE TABLE __practice_keys (id text PRIMARY KEY NOT NULL, key integer NOT NULL) WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO __practice_keys (id, key)
SELECT o.id, n.key FROM practices o JOIN __new_practices n ON n.id = iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id);
--> statement-breakpoint
DROP TABLE practices;
--> statement-breakpoint
ALTER TABLE __new_practices RENAME TO practices;
--> statement-breakpoint
CREATE UNIQUE INDEX `practices_id_unique` ON `practices` (`id`);
--> statement-breakpoint
CREATE TABLE `__new_pack_statuses` (
	`practice_key` integer NOT NULL,
	`id` text NOT NULL,
	`label` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_pack_statuses (practice_key, id, label, position)
SELECT
  k.key, o.id, o.label, o.position
FROM pack_statuses o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE pack_statuses;
--> statement-breakpoint
ALTER TABLE __new_pack_statuses RENAME TO pack_statuses;
--> statement-breakpoint
CREATE TABLE `__new_users` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`enrolled_at` integer,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_role" CHECK("__new_users"."role" in ('owner', 'assistant'))
);
--> statement-breakpoint
INSERT INTO __new_users (practice_key, id, name, email, role, active, created_at, updated_at, enrolled_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  o.name, o.email, o.role, o.active, o.created_at, o.updated_at, o.enrolled_at
FROM users o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE users;
--> statement-breakpoint
ALTER TABLE __new_users RENAME TO users;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_practice_email` ON `users` (`practice_key`,lower("email"));
--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (lower("email"));
--> statement-breakpoint
CREATE TABLE `__new_api_tokens` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`user_id` blob NOT NULL,
	`name` text NOT NULL,
	`hash` blob NOT NULL,
	`scopes` text DEFAULT '["read","write"]' NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`user_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_api_tokens (practice_key, id, user_id, name, hash, scopes, last_used_at, expires_at, revoked_at, created_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  iif(o.user_id GLOB '????????-????-????-????-????????????' AND lower(o.user_id) = o.user_id AND length(unhex(o.user_id, '-')) = 16, unhex(o.user_id, '-'), o.user_id),
  o.name, o.hash, o.scopes, o.last_used_at, o.expires_at, o.revoked_at, o.created_at
FROM api_tokens o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE api_tokens;
--> statement-breakpoint
ALTER TABLE __new_api_tokens RENAME TO api_tokens;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_tokens_hash` ON `api_tokens` (`hash`);
--> statement-breakpoint
CREATE INDEX `api_tokens_user` ON `api_tokens` (`practice_key`,`user_id`);
--> statement-breakpoint
CREATE INDEX `api_tokens_working` ON `api_tokens` (`practice_key`,`expires_at`) WHERE "api_tokens"."revoked_at" is null;
--> statement-breakpoint
CREATE TABLE `__new_sessions` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`user_id` blob NOT NULL,
	`hash` blob NOT NULL,
	`user_agent` text,
	`last_seen_at` integer NOT NULL,
	`verified_at` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`user_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_sessions (practice_key, id, user_id, hash, user_agent, last_seen_at, verified_at, expires_at, created_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  iif(o.user_id GLOB '????????-????-????-????-????????????' AND lower(o.user_id) = o.user_id AND length(unhex(o.user_id, '-')) = 16, unhex(o.user_id, '-'), o.user_id),
  o.hash, o.user_agent, o.last_seen_at, o.verified_at, o.expires_at, o.created_at
FROM sessions o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE sessions;
--> statement-breakpoint
ALTER TABLE __new_sessions RENAME TO sessions;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_hash` ON `sessions` (`hash`);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`practice_key`,`user_id`);
--> statement-breakpoint
CREATE TABLE `__new_passkeys` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`user_id` blob NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` blob NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`user_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_passkeys (practice_key, id, user_id, name, credential_id, public_key, counter, transports, last_used_at, created_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  iif(o.user_id GLOB '????????-????-????-????-????????????' AND lower(o.user_id) = o.user_id AND length(unhex(o.user_id, '-')) = 16, unhex(o.user_id, '-'), o.user_id),
  o.name, o.credential_id, o.public_key, o.counter, o.transports, o.last_used_at, o.created_at
FROM passkeys o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE passkeys;
--> statement-breakpoint
ALTER TABLE __new_passkeys RENAME TO passkeys;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`practice_key`,`user_id`);
--> statement-breakpoint
CREATE TABLE `__new_enrolment_links` (
	`practice_key` integer NOT NULL,
	`user_id` blob NOT NULL,
	`hash` blob NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `user_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`user_id`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_enrolment_links (practice_key, user_id, hash, expires_at)
SELECT
  k.key,
  iif(o.user_id GLOB '????????-????-????-????-????????????' AND lower(o.user_id) = o.user_id AND length(unhex(o.user_id, '-')) = 16, unhex(o.user_id, '-'), o.user_id),
  o.hash, o.expires_at
FROM enrolment_links o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE enrolment_links;
--> statement-breakpoint
ALTER TABLE __new_enrolment_links RENAME TO enrolment_links;
--> statement-breakpoint
CREATE UNIQUE INDEX `enrolment_links_hash` ON `enrolment_links` (`hash`);
--> statement-breakpoint
CREATE TABLE `__new_chairs` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`color` text,
	`position` integer NOT NULL,
	`active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`name_key` text,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_chairs (practice_key, id, name, color, position, active, created_at, updated_at, name_key)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  o.name, o.color, o.position, o.active, o.created_at, o.updated_at, o.name_key
FROM chairs o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE chairs;
--> statement-breakpoint
ALTER TABLE __new_chairs RENAME TO chairs;
--> statement-breakpoint
CREATE UNIQUE INDEX `chairs_name` ON `chairs` (`practice_key`,`name_key`);
--> statement-breakpoint
CREATE TABLE `__new_tags` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`color` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_tags (practice_key, id, name, name_key, color, created_at, updated_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  o.name, o.name_key, o.color, o.created_at, o.updated_at
FROM tags o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE tags;
--> statement-breakpoint
ALTER TABLE __new_tags RENAME TO tags;
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`practice_key`,`name_key`);
--> statement-breakpoint
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
	`word_endings` text NOT NULL,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`status`) REFERENCES `pack_statuses`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_patients (row_id, practice_key, id, first_name, last_name, dob, gender, email, phone_mobile, address, postcode, country,
  status, status_changed_at, notify_by_email, notify_by_sms, preferred_language, metadata, created_at, updated_at,
  first_name_key, last_name_key, word_endings)
SELECT
  o.row_id, k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  o.first_name, o.last_name, o.dob, o.gender, o.email, o.phone_mobile, o.address, o.postcode, o.country, o.status,
  o.status_changed_at, o.notify_by_email, o.notify_by_sms, o.preferred_language, o.metadata, o.created_at,
  o.updated_at, o.first_name_key, o.last_name_key, o.word_endings
FROM patients o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE patients;
--> statement-breakpoint
ALTER TABLE __new_patients RENAME TO patients;
--> statement-breakpoint
CREATE UNIQUE INDEX `patients_id` ON `patients` (`practice_key`,`id`);
--> statement-breakpoint
CREATE INDEX `patients_name` ON `patients` (`practice_key`,`last_name_key`,`first_name_key`,`id`);
--> statement-breakpoint
CREATE INDEX `patients_status` ON `patients` (`practice_key`,`status`,`last_name_key`,`first_name_key`,`id`);
--> statement-breakpoint
CREATE TABLE `__new_patient_tags` (
	`row_id` integer PRIMARY KEY NOT NULL,
	`practice_key` integer NOT NULL,
	`patient_id` blob NOT NULL,
	`tag_id` blob NOT NULL,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`tag_id`) REFERENCES `tags`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_patient_tags (row_id, practice_key, patient_id, tag_id)
SELECT
  o.row_id, k.key,
  iif(o.patient_id GLOB '????????-????-????-????-????????????' AND lower(o.patient_id) = o.patient_id AND length(unhex(o.patient_id, '-')) = 16, unhex(o.patient_id, '-'), o.patient_id),
  iif(o.tag_id GLOB '????????-????-????-????-????????????' AND lower(o.tag_id) = o.tag_id AND length(unhex(o.tag_id, '-')) = 16, unhex(o.tag_id, '-'), o.tag_id)
FROM patient_tags o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE patient_tags;
--> statement-breakpoint
ALTER TABLE __new_patient_tags RENAME TO patient_tags;
--> statement-breakpoint
CREATE UNIQUE INDEX `patient_tags_patient` ON `patient_tags` (`practice_key`,`patient_id`,`tag_id`);
--> statement-breakpoint
CREATE INDEX `patient_tags_tag` ON `patient_tags` (`practice_key`,`tag_id`,`patient_id`);
--> statement-breakpoint
CREATE TABLE `__new_notes` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`patient_id` blob NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`is_next` integer NOT NULL,
	`created_by` blob NOT NULL,
	`updated_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`updated_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_notes (practice_key, id, patient_id, title, body, is_next, created_by, updated_by, created_at, updated_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  iif(o.patient_id GLOB '????????-????-????-????-????????????' AND lower(o.patient_id) = o.patient_id AND length(unhex(o.patient_id, '-')) = 16, unhex(o.patient_id, '-'), o.patient_id),
  o.title, o.body, o.is_next,
  iif(o.created_by GLOB '????????-????-????-????-????????????' AND lower(o.created_by) = o.created_by AND length(unhex(o.created_by, '-')) = 16, unhex(o.created_by, '-'), o.created_by),
  iif(o.updated_by GLOB '????????-????-????-????-????????????' AND lower(o.updated_by) = o.updated_by AND length(unhex(o.updated_by, '-')) = 16, unhex(o.updated_by, '-'), o.updated_by),
  o.created_at, o.updated_at
FROM notes o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE notes;
--> statement-breakpoint
ALTER TABLE __new_notes RENAME TO notes;
--> statement-breakpoint
CREATE INDEX `notes_patient` ON `notes` (`practice_key`,`patient_id`,`created_at`);
--> statement-breakpoint
CREATE TABLE `__new_note_revisions` (
	`practice_key` integer NOT NULL,
	`note_id` blob NOT NULL,
	`version` integer NOT NULL,
	`title` text,
	`body` text NOT NULL,
	`is_next` integer NOT NULL,
	`saved_at` integer NOT NULL,
	`saved_by` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `note_id`, `version`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`note_id`) REFERENCES `notes`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_note_revisions (practice_key, note_id, version, title, body, is_next, saved_at, saved_by)
SELECT
  k.key,
  iif(o.note_id GLOB '????????-????-????-????-????????????' AND lower(o.note_id) = o.note_id AND length(unhex(o.note_id, '-')) = 16, unhex(o.note_id, '-'), o.note_id),
  o.version, o.title, o.body, o.is_next, o.saved_at,
  iif(o.saved_by GLOB '????????-????-????-????-????????????' AND lower(o.saved_by) = o.saved_by AND length(unhex(o.saved_by, '-')) = 16, unhex(o.saved_by, '-'), o.saved_by)
FROM note_revisions o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE note_revisions;
--> statement-breakpoint
ALTER TABLE __new_note_revisions RENAME TO note_revisions;
--> statement-breakpoint
CREATE TABLE `__new_entries` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`chair_id` blob,
	`patient_id` blob,
	`type` integer NOT NULL,
	`title` text,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`color` text,
	`service_ref` text,
	`notes` text,
	`metadata` text NOT NULL,
	`created_by` blob NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`chair_id`) REFERENCES `chairs`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`patient_id`) REFERENCES `patients`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "entries_type" CHECK("__new_entries"."type" in (0, 1, 2)),
	CONSTRAINT "entries_order" CHECK("__new_entries"."end_at" > "__new_entries"."start_at"),
	CONSTRAINT "entries_times" CHECK(typeof("__new_entries"."start_at") = 'integer' and typeof("__new_entries"."end_at") = 'integer')
);
--> statement-breakpoint
INSERT INTO __new_entries (practice_key, id, chair_id, patient_id, type, title, start_at, end_at, color, service_ref, notes, metadata,
  created_by, created_at, updated_at)
SELECT
  k.key,
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  iif(o.chair_id GLOB '????????-????-????-????-????????????' AND lower(o.chair_id) = o.chair_id AND length(unhex(o.chair_id, '-')) = 16, unhex(o.chair_id, '-'), o.chair_id),
  iif(o.patient_id GLOB '????????-????-????-????-????????????' AND lower(o.patient_id) = o.patient_id AND length(unhex(o.patient_id, '-')) = 16, unhex(o.patient_id, '-'), o.patient_id),
  CASE o.type WHEN 'appointment' THEN 0 WHEN 'unavailable' THEN 1 WHEN 'reminder' THEN 2 END,
  o.title, o.start_at, o.end_at, o.color, o.service_ref, o.notes, o.metadata,
  iif(o.created_by GLOB '????????-????-????-????-????????????' AND lower(o.created_by) = o.created_by AND length(unhex(o.created_by, '-')) = 16, unhex(o.created_by, '-'), o.created_by),
  o.created_at, o.updated_at
FROM entries o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE entries;
--> statement-breakpoint
ALTER TABLE __new_entries RENAME TO entries;
--> statement-breakpoint
CREATE INDEX `entries_start` ON `entries` (`practice_key`,`start_at`,`id`);
--> statement-breakpoint
CREATE INDEX `entries_chair` ON `entries` (`practice_key`,`chair_id`,(type <> 2),`start_at`);
--> statement-breakpoint
CREATE INDEX `entries_chair_reminders` ON `entries` (`practice_key`,`chair_id`,`start_at`,`id`) WHERE type = 2 and chair_id is not null;
--> statement-breakpoint
CREATE INDEX `entries_patient` ON `entries` (`practice_key`,`patient_id`);
--> statement-breakpoint
CREATE INDEX `entries_cancel_requested` ON `entries` (`practice_key`,`start_at`,`id`) WHERE iif(json_valid(metadata), json_extract(metadata, '$.patientAnswer.answer'), null) = 'cancel_requested';
--> statement-breakpoint
CREATE TABLE `__new_reminder_jobs` (
	`id` blob PRIMARY KEY NOT NULL,
	`practice_key` integer NOT NULL,
	`entry_id` blob NOT NULL,
	`patient_id` blob NOT NULL,
	`channel` integer NOT NULL,
	`kind` integer NOT NULL,
	`slot` integer NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` integer NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`lease` blob,
	`lease_until` integer,
	`uncertain_at` integer,
	`failing_since` integer,
	`counted_on` text,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reminder_jobs_state" CHECK("__new_reminder_jobs"."state" in (0, 1, 2, 3, 4, 5, 6)),
	CONSTRAINT "reminder_jobs_channel" CHECK("__new_reminder_jobs"."channel" in (0, 1)),
	CONSTRAINT "reminder_jobs_kind" CHECK("__new_reminder_jobs"."kind" in (0, 1, 2, 3))
);
--> statement-breakpoint
INSERT INTO __new_reminder_jobs (id, practice_key, entry_id, patient_id, channel, kind, slot, start_at, due_at, state, reason, attempts, sent_at,
  last_error, created_at, updated_at, next_attempt_at, lease, lease_until, uncertain_at, failing_since, counted_on)
SELECT
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  k.key,
  iif(o.entry_id GLOB '????????-????-????-????-????????????' AND lower(o.entry_id) = o.entry_id AND length(unhex(o.entry_id, '-')) = 16, unhex(o.entry_id, '-'), o.entry_id),
  iif(o.patient_id GLOB '????????-????-????-????-????????????' AND lower(o.patient_id) = o.patient_id AND length(unhex(o.patient_id, '-')) = 16, unhex(o.patient_id, '-'), o.patient_id),
  CASE o.channel WHEN 'email' THEN 0 WHEN 'sms' THEN 1 END,
  CASE o.kind WHEN 'reminder' THEN 0 WHEN 'booked' THEN 1 WHEN 'moved' THEN 2 WHEN 'cancelled' THEN 3 END,
  o.slot, o.start_at, o.due_at,
  CASE o.state WHEN 'scheduled' THEN 0 WHEN 'running' THEN 1 WHEN 'sent' THEN 2 WHEN 'skipped' THEN 3 WHEN 'cancelled' THEN 4
    WHEN 'dead' THEN 5 WHEN 'uncertain' THEN 6 END,
  o.reason, o.attempts, o.sent_at, o.last_error, o.created_at, o.updated_at, o.next_attempt_at,
  iif(o.lease GLOB '????????-????-????-????-????????????' AND lower(o.lease) = o.lease AND length(unhex(o.lease, '-')) = 16, unhex(o.lease, '-'), o.lease),
  o.lease_until, o.uncertain_at, o.failing_since, o.counted_on
FROM reminder_jobs o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE reminder_jobs;
--> statement-breakpoint
ALTER TABLE __new_reminder_jobs RENAME TO reminder_jobs;
--> statement-breakpoint
CREATE INDEX `reminder_jobs_of` ON `reminder_jobs` (`practice_key`,`entry_id`,(state < 2),`start_at`);
--> statement-breakpoint
CREATE INDEX `reminder_jobs_due` ON `reminder_jobs` (`channel`,`practice_key`,`next_attempt_at`) WHERE state = 0;
--> statement-breakpoint
CREATE INDEX `reminder_jobs_leased` ON `reminder_jobs` (`channel`,`lease_until`) WHERE state = 1;
--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed` ON `reminder_jobs` (`practice_key`,`updated_at`) WHERE state in (5, 6) or reason in ('missed_window', 'invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed', 'over_ceiling');
--> statement-breakpoint
CREATE INDEX `reminder_jobs_failed_ahead` ON `reminder_jobs` (`practice_key`,`start_at`,`id`) WHERE state in (5, 6) or reason in ('missed_window', 'invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed', 'over_ceiling');
--> statement-breakpoint
CREATE INDEX `reminder_jobs_failing` ON `reminder_jobs` (`practice_key`,`start_at`,`id`) WHERE state = 0 and reason is null and failing_since is not null;
--> statement-breakpoint
CREATE INDEX `reminder_jobs_missed` ON `reminder_jobs` (`channel`,`updated_at`) WHERE reason = 'missed_window';
--> statement-breakpoint
CREATE INDEX `reminder_jobs_paused` ON `reminder_jobs` (`channel`,`updated_at`) WHERE state = 0 and next_attempt_at > due_at;
--> statement-breakpoint
CREATE INDEX `reminder_jobs_counted` ON `reminder_jobs` (`practice_key`,`channel`,`counted_on`) WHERE counted_on is not null and (lease is not null or sent_at is not null);
--> statement-breakpoint
CREATE INDEX `reminder_jobs_abroad` ON `reminder_jobs` (`practice_key`,`start_at`) WHERE reason = 'country_not_allowed';
--> statement-breakpoint
CREATE INDEX `reminder_jobs_unreached` ON `reminder_jobs` (`practice_key`,`patient_id`,`start_at`) WHERE reason in ('no_consent', 'no_address', 'no_phone', 'invalid_phone', 'landline', 'costly_number', 'unknown_country', 'country_not_allowed', 'refused');
--> statement-breakpoint
CREATE INDEX `reminder_jobs_told` ON `reminder_jobs` (`practice_key`,`entry_id`) WHERE sent_at is not null or uncertain_at is not null;
--> statement-breakpoint
CREATE TABLE `__new_past_reminders` (
	`id` blob NOT NULL,
	`practice_key` integer NOT NULL,
	`entry_id` blob NOT NULL,
	`patient_id` blob NOT NULL,
	`channel` integer NOT NULL,
	`kind` integer NOT NULL,
	`slot` integer NOT NULL,
	`start_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`state` integer NOT NULL,
	`reason` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`last_error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`practice_key`, `entry_id`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_past_reminders (id, practice_key, entry_id, patient_id, channel, kind, slot, start_at, due_at, state, reason, attempts, sent_at,
  last_error, created_at, updated_at)
SELECT
  iif(o.id GLOB '????????-????-????-????-????????????' AND lower(o.id) = o.id AND length(unhex(o.id, '-')) = 16, unhex(o.id, '-'), o.id),
  k.key,
  iif(o.entry_id GLOB '????????-????-????-????-????????????' AND lower(o.entry_id) = o.entry_id AND length(unhex(o.entry_id, '-')) = 16, unhex(o.entry_id, '-'), o.entry_id),
  iif(o.patient_id GLOB '????????-????-????-????-????????????' AND lower(o.patient_id) = o.patient_id AND length(unhex(o.patient_id, '-')) = 16, unhex(o.patient_id, '-'), o.patient_id),
  CASE o.channel WHEN 'email' THEN 0 WHEN 'sms' THEN 1 END,
  CASE o.kind WHEN 'reminder' THEN 0 WHEN 'booked' THEN 1 WHEN 'moved' THEN 2 WHEN 'cancelled' THEN 3 END,
  o.slot, o.start_at, o.due_at,
  CASE o.state WHEN 'scheduled' THEN 0 WHEN 'running' THEN 1 WHEN 'sent' THEN 2 WHEN 'skipped' THEN 3 WHEN 'cancelled' THEN 4
    WHEN 'dead' THEN 5 WHEN 'uncertain' THEN 6 END,
  o.reason, o.attempts, o.sent_at, o.last_error, o.created_at, o.updated_at
FROM past_reminders o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE past_reminders;
--> statement-breakpoint
ALTER TABLE __new_past_reminders RENAME TO past_reminders;
--> statement-breakpoint
CREATE TABLE `__new_reminder_replans` (
	`practice_key` integer NOT NULL,
	`start_at` integer NOT NULL,
	`entry_id` blob NOT NULL,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_reminder_replans (practice_key, start_at, entry_id)
SELECT
  k.key, o.start_at,
  iif(o.entry_id GLOB '????????-????-????-????-????????????' AND lower(o.entry_id) = o.entry_id AND length(unhex(o.entry_id, '-')) = 16, unhex(o.entry_id, '-'), o.entry_id)
FROM reminder_replans o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE reminder_replans;
--> statement-breakpoint
ALTER TABLE __new_reminder_replans RENAME TO reminder_replans;
--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_replans_practice_key_unique` ON `reminder_replans` (`practice_key`);
--> statement-breakpoint
CREATE TABLE `__new_reminder_settings` (
	`practice_key` integer NOT NULL,
	`language` text,
	`email_subject` text,
	`email_text` text,
	`sms_text` text,
	`allowed_countries` text,
	`more_lead_minutes` text,
	`send_from` text,
	`send_until` text,
	`tell_booked` integer,
	`phone` text,
	`address` text,
	`reply_to` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO __new_reminder_settings (practice_key, language, email_subject, email_text, sms_text, allowed_countries, more_lead_minutes, send_from,
  send_until, tell_booked, phone, address, reply_to, created_at, updated_at)
SELECT
  k.key, o.language, o.email_subject, o.email_text, o.sms_text, o.allowed_countries, o.more_lead_minutes,
  o.send_from, o.send_until, o.tell_booked, o.phone, o.address, o.reply_to, o.created_at, o.updated_at
FROM reminder_settings o CROSS JOIN __practice_keys k ON k.id = o.practice_id;
--> statement-breakpoint
DROP TABLE reminder_settings;
--> statement-breakpoint
ALTER TABLE __new_reminder_settings RENAME TO reminder_settings;
--> statement-breakpoint
CREATE UNIQUE INDEX `reminder_settings_practice_key_unique` ON `reminder_settings` (`practice_key`);
--> statement-breakpoint
DROP TABLE __practice_keys;
--> statement-breakpoint
-- The search index has the numbers of the practices already.
DROP TABLE search_codes;
--> statement-breakpoint
ALTER TABLE patient_words RENAME COLUMN practice_code TO practice_key;
--> statement-breakpoint
-- The database itself refuses double-booking: two blocks never overlap on a chair.
-- Stored blocks never overlap each other. So a new block can only collide with the last one that starts at or
-- before it, or with one that starts inside it. This takes two index seeks, however many entries there are.
CREATE TRIGGER entries_no_overlap_insert BEFORE INSERT ON entries
WHEN NEW.type <> 2 AND NEW.chair_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'entries overlap on this chair')
  WHERE (
    SELECT end_at FROM entries
    WHERE practice_key = NEW.practice_key AND chair_id = NEW.chair_id AND (type <> 2) = 1
      AND start_at <= NEW.start_at
    ORDER BY start_at DESC LIMIT 1
  ) > NEW.start_at
  OR EXISTS (
    SELECT 1 FROM entries
    WHERE practice_key = NEW.practice_key AND chair_id = NEW.chair_id AND (type <> 2) = 1
      AND start_at > NEW.start_at AND start_at < NEW.end_at
  );
END;
--> statement-breakpoint
CREATE TRIGGER entries_no_overlap_update BEFORE UPDATE OF practice_key, chair_id, type, start_at, end_at ON entries
WHEN NEW.type <> 2 AND NEW.chair_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'entries overlap on this chair')
  WHERE (
    SELECT end_at FROM entries
    WHERE practice_key = NEW.practice_key AND chair_id = NEW.chair_id AND (type <> 2) = 1
      AND start_at <= NEW.start_at AND rowid <> OLD.rowid
    ORDER BY start_at DESC LIMIT 1
  ) > NEW.start_at
  OR EXISTS (
    SELECT 1 FROM entries
    WHERE practice_key = NEW.practice_key AND chair_id = NEW.chair_id AND (type <> 2) = 1
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
-- The search index over word endings (src/domain/search.ts). Its keys begin with the practice.
CREATE TRIGGER patient_words_insert AFTER INSERT ON patients
BEGIN
  INSERT INTO patient_words (practice_key, ending, patient_row_id)
  SELECT NEW.practice_key, value, NEW.row_id FROM json_each(NEW.word_endings);
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_delete AFTER DELETE ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_key = OLD.practice_key AND patient_row_id = OLD.row_id
    AND ending IN (SELECT value FROM json_each(OLD.word_endings));
END;
--> statement-breakpoint
CREATE TRIGGER patient_words_update AFTER UPDATE OF row_id, practice_key, word_endings ON patients
BEGIN
  DELETE FROM patient_words
  WHERE practice_key = OLD.practice_key AND patient_row_id = OLD.row_id
    AND ending IN (SELECT value FROM json_each(OLD.word_endings));
  INSERT INTO patient_words (practice_key, ending, patient_row_id)
  SELECT NEW.practice_key, value, NEW.row_id FROM json_each(NEW.word_endings);
END;
--> statement-breakpoint
-- A patient has at most one live notice of a kind for one entry, by each channel and for each lead. An occasion also has
-- a start time: a patient has one notice of it, whatever became of the notice.
CREATE TRIGGER reminder_jobs_one_live_insert BEFORE INSERT ON reminder_jobs
WHEN NEW.state < 2
BEGIN
  SELECT RAISE(ABORT, 'a live notice of this kind exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) = 1
    AND patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind AND slot = NEW.slot;
END;
--> statement-breakpoint
CREATE TRIGGER reminder_jobs_one_live_update
BEFORE UPDATE OF practice_key, entry_id, patient_id, channel, kind, slot, start_at, state ON reminder_jobs
WHEN NEW.state < 2
BEGIN
  SELECT RAISE(ABORT, 'a live notice of this kind exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) = 1
    AND patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind AND slot = NEW.slot
    AND rowid <> OLD.rowid;
END;
--> statement-breakpoint
CREATE TRIGGER reminder_jobs_one_of_occasion_insert BEFORE INSERT ON reminder_jobs
BEGIN
  SELECT RAISE(ABORT, 'a notice of this occasion exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) IN (0, 1)
    AND start_at = NEW.start_at AND patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind
    AND slot = NEW.slot;
END;
--> statement-breakpoint
CREATE TRIGGER reminder_jobs_one_of_occasion_update
BEFORE UPDATE OF practice_key, entry_id, patient_id, channel, kind, slot, start_at ON reminder_jobs
BEGIN
  SELECT RAISE(ABORT, 'a notice of this occasion exists already') FROM reminder_jobs
  WHERE practice_key = NEW.practice_key AND entry_id = NEW.entry_id AND (state < 2) IN (0, 1)
    AND start_at = NEW.start_at AND patient_id = NEW.patient_id AND channel = NEW.channel AND kind = NEW.kind
    AND slot = NEW.slot AND rowid <> OLD.rowid;
END;
