/** Migration 0009_presence: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0009Presence: Migration = {
  id: '0009_presence',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `presence` (`id` VARCHAR(36) NOT NULL PRIMARY KEY, `node` VARCHAR(36) NOT NULL, `rev` BIGINT NOT NULL, `body` LONGTEXT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_presence__node` ON `presence` (`node`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `presence` (`id` VARCHAR(36) NOT NULL, `node` VARCHAR(36) NOT NULL, `rev` BIGINT NOT NULL, `body` LONGTEXT NOT NULL, PRIMARY KEY (`id`), KEY `i_presence__node` (`node`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
