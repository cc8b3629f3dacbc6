CREATE TABLE `vitals` (
	`id` integer PRIMARY KEY NOT NULL,
	`beat_at` integer NOT NULL,
	`verified_at` integer,
	`problem` text,
	CONSTRAINT "vitals_one" CHECK("vitals"."id" = 1)
);
