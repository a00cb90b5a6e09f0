/** Migration 0007_drafts: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0007Drafts: Migration = {
  id: '0007_drafts',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `change_undo` (`cid` VARCHAR(36) NOT NULL PRIMARY KEY, `by_cid` VARCHAR(36) NOT NULL, `actor` VARCHAR(24) NOT NULL, `actor_name` VARCHAR(255) NOT NULL, `at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_change_undo__by_cid` ON `change_undo` (`by_cid`)',
    'CREATE INDEX IF NOT EXISTS `i_change_undo__at` ON `change_undo` (`at`)',
    'CREATE TABLE IF NOT EXISTS `draft` (`id` VARCHAR(120) NOT NULL PRIMARY KEY, `admin_id` BIGINT NOT NULL, `ent` VARCHAR(64) NOT NULL, `eid` BIGINT NOT NULL, `base_revision` BIGINT NOT NULL, `patch` LONGTEXT NOT NULL, `at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_draft__admin_id__at` ON `draft` (`admin_id`, `at`)',
    'CREATE INDEX IF NOT EXISTS `i_draft__at` ON `draft` (`at`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `change_undo` (`cid` VARCHAR(36) NOT NULL, `by_cid` VARCHAR(36) NOT NULL, `actor` VARCHAR(24) NOT NULL, `actor_name` VARCHAR(255) NOT NULL, `at` BIGINT NOT NULL, PRIMARY KEY (`cid`), KEY `i_change_undo__by_cid` (`by_cid`), KEY `i_change_undo__at` (`at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `draft` (`id` VARCHAR(120) NOT NULL, `admin_id` BIGINT NOT NULL, `ent` VARCHAR(64) NOT NULL, `eid` BIGINT NOT NULL, `base_revision` BIGINT NOT NULL, `patch` LONGTEXT NOT NULL, `at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_draft__admin_id__at` (`admin_id`, `at`), KEY `i_draft__at` (`at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
