ALTER TABLE `patients` ADD `may_book_online` integer DEFAULT true NOT NULL;
