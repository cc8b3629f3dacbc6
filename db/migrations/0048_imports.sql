CREATE TABLE `external_ids` (
	`practice_key` integer NOT NULL,
	`kind` integer NOT NULL,
	`source` text NOT NULL,
	`external_id` text NOT NULL,
	`record_id` blob NOT NULL,
	PRIMARY KEY(`practice_key`, `kind`, `source`, `external_id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `external_ids_record` ON `external_ids` (`practice_key`,`record_id`);--> statement-breakpoint
CREATE TABLE `import_progress` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`line` integer NOT NULL,
	`done` integer NOT NULL,
	`counts` text NOT NULL,
	`undecided` text NOT NULL,
	`unknown` text NOT NULL,
	`reminded_line` integer,
	`lease` text,
	`lease_until` integer,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `import_rows` (
	`practice_key` integer NOT NULL,
	`import_id` blob NOT NULL,
	`line` integer NOT NULL,
	`outcome` integer NOT NULL,
	`reason` integer,
	`field` text,
	`record_id` blob,
	`same_as_line` integer,
	`decision` integer,
	`record_version` integer,
	`linked` integer NOT NULL,
	`before` text,
	PRIMARY KEY(`practice_key`, `import_id`, `line`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `import_rows_outcome` ON `import_rows` (`practice_key`,`import_id`,`outcome`,`line`);--> statement-breakpoint
CREATE INDEX `import_rows_before` ON `import_rows` (`practice_key`,`record_id`) WHERE before is not null;--> statement-breakpoint
CREATE TABLE `imports` (
	`practice_key` integer NOT NULL,
	`id` blob NOT NULL,
	`kind` integer NOT NULL,
	`source` text NOT NULL,
	`state` integer NOT NULL,
	`problem` integer,
	`problem_line` integer,
	`created_by` blob NOT NULL,
	`bytes` integer NOT NULL,
	`encoding` integer NOT NULL,
	`separator` integer NOT NULL,
	`rows` integer,
	`columns` text NOT NULL,
	`values` text NOT NULL,
	`duplicates` text NOT NULL,
	`reminders` integer NOT NULL,
	`paused` integer NOT NULL,
	`file_removed_at` integer,
	`committed_at` integer,
	`undone_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	PRIMARY KEY(`practice_key`, `id`),
	FOREIGN KEY (`practice_key`) REFERENCES `practices`(`key`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`practice_key`,`created_by`) REFERENCES `users`(`practice_key`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `imports_newest` ON `imports` (`practice_key`,`created_at`,`id`);