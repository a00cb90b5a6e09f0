/** Migration 0023_stored_objects: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0023StoredObjects: Migration = {
  id: '0023_stored_objects',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `stored_object` (`id` VARCHAR(255) NOT NULL PRIMARY KEY, `attachment_id` BIGINT, `at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_stored_object__attachment_id` ON `stored_object` (`attachment_id`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `stored_object` (`id` VARCHAR(255) NOT NULL, `attachment_id` BIGINT, `at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_stored_object__attachment_id` (`attachment_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
