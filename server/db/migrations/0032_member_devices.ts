/** Migration 0032_member_devices: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0032MemberDevices: Migration = {
  id: '0032_member_devices',
  sqlite: [
    'DROP INDEX IF EXISTS `i_entry_seen__seen_at`',
    'ALTER TABLE `entry_seen` ADD COLUMN `arrived_at` BIGINT NOT NULL DEFAULT 0',
    // Until now only what was in sight was noted.
    'UPDATE `entry_seen` SET `arrived_at` = `seen_at` WHERE `arrived_at` = 0',
    'CREATE INDEX IF NOT EXISTS `i_entry_seen__arrived_at` ON `entry_seen` (`arrived_at`)',
    'CREATE TABLE IF NOT EXISTS `member_device` (`id` VARCHAR(110) NOT NULL PRIMARY KEY, `node` VARCHAR(36) NOT NULL, `user_id` BIGINT NOT NULL, `session_id` VARCHAR(64) NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_member_device__user_id` ON `member_device` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_member_device__node` ON `member_device` (`node`)',
  ],
  mariadb: [
    'DROP INDEX IF EXISTS `i_entry_seen__seen_at` ON `entry_seen`',
    'ALTER TABLE `entry_seen` ADD COLUMN IF NOT EXISTS `arrived_at` BIGINT NOT NULL DEFAULT 0',
    // Until now only what was in sight was noted.
    'UPDATE `entry_seen` SET `arrived_at` = `seen_at` WHERE `arrived_at` = 0',
    'CREATE INDEX IF NOT EXISTS `i_entry_seen__arrived_at` ON `entry_seen` (`arrived_at`)',
    'CREATE TABLE IF NOT EXISTS `member_device` (`id` VARCHAR(110) NOT NULL, `node` VARCHAR(36) NOT NULL, `user_id` BIGINT NOT NULL, `session_id` VARCHAR(64) NOT NULL, PRIMARY KEY (`id`), KEY `i_member_device__user_id` (`user_id`), KEY `i_member_device__node` (`node`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
