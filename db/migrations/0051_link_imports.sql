ALTER TABLE `external_ids` ADD `import_id` blob;--> statement-breakpoint
UPDATE `external_ids` SET `import_id` = `r`.`import_id` FROM `import_rows` `r`
  JOIN `imports` `i` ON `i`.`practice_key` = `r`.`practice_key` AND `i`.`id` = `r`.`import_id`
  WHERE `r`.`linked` AND `external_ids`.`practice_key` = `r`.`practice_key` AND `external_ids`.`record_id` = `r`.`record_id`
    AND `external_ids`.`kind` = `i`.`kind` AND `external_ids`.`source` IN (`i`.`source`, '');
