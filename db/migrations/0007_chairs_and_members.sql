ALTER TABLE `chairs` ADD `name_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `chairs_name` ON `chairs` (`practice_id`,`name_key`);--> statement-breakpoint
ALTER TABLE `users` ADD `enrolled_at` integer;--> statement-breakpoint
-- Members who have a passkey have been in. Of the others an older file does not say it.
UPDATE users SET enrolled_at = (
  SELECT min(created_at) FROM passkeys
  WHERE passkeys.practice_id = users.practice_id AND passkeys.user_id = users.id
);
