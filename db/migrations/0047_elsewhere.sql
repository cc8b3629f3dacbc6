CREATE TABLE `elsewhere_practices` (
	`practice_key` integer PRIMARY KEY NOT NULL,
	`cell` text
);
