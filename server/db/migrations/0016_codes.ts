/** Migration 0016_codes: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0016Codes: Migration = {
  id: '0016_codes',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `one_time_code` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `purpose` VARCHAR(32) NOT NULL, `answer` VARCHAR(64) NOT NULL, `tries` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_one_time_code__expires_at` ON `one_time_code` (`expires_at`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `one_time_code` (`id` VARCHAR(64) NOT NULL, `purpose` VARCHAR(32) NOT NULL, `answer` VARCHAR(64) NOT NULL, `tries` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_one_time_code__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
