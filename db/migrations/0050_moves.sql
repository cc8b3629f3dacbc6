CREATE TABLE `cell_moves` (
	`practice_key` integer PRIMARY KEY NOT NULL,
	`move` blob NOT NULL,
	`stage` integer NOT NULL,
	`cell` text NOT NULL,
	`generation` integer NOT NULL,
	`at` integer NOT NULL,
	`trail_seq` integer NOT NULL,
	`came` integer NOT NULL,
	`ready` text
);
