/** Migration 0004_nodes: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0004Nodes: Migration = {
  id: '0004_nodes',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `node` (`id` VARCHAR(36) NOT NULL PRIMARY KEY, `started_at` BIGINT NOT NULL, `seen_at` BIGINT NOT NULL)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `node` (`id` VARCHAR(36) NOT NULL, `started_at` BIGINT NOT NULL, `seen_at` BIGINT NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
