ALTER TABLE `api_tokens` ADD `scopes` text DEFAULT '["read","write"]' NOT NULL;--> statement-breakpoint
ALTER TABLE `api_tokens` ADD `last_used_at` integer;--> statement-breakpoint
CREATE INDEX `api_tokens_working` ON `api_tokens` (`practice_id`,`expires_at`) WHERE "api_tokens"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE `sessions` ADD `verified_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- A token that was made before it had scopes keeps what its member may do.
UPDATE `api_tokens` SET `scopes` = '["read","write","settings"]' WHERE EXISTS (
	SELECT 1 FROM `users` WHERE `users`.`practice_id` = `api_tokens`.`practice_id` AND `users`.`id` = `api_tokens`.`user_id` AND `users`.`role` = 'owner'
);--> statement-breakpoint
-- Every session began with a passkey.
UPDATE `sessions` SET `verified_at` = `created_at`;--> statement-breakpoint
-- From now on a member who is deactivated loses their passkeys. These were deactivated before.
DELETE FROM `passkeys` WHERE EXISTS (
	SELECT 1 FROM `users` WHERE `users`.`practice_id` = `passkeys`.`practice_id` AND `users`.`id` = `passkeys`.`user_id` AND `users`.`active` = 0
);
