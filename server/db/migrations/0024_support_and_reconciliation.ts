/**
 * Migration 0024_support_and_reconciliation creates `member_lock`, `entry_seen`, `reconciliation` and adds `session.support`. Generated
 * by `npm run migrate:make` and reviewed; never changed after release.
 */
import type { Migration } from '../migrate';

export const m0024SupportAndReconciliation: Migration = {
  id: '0024_support_and_reconciliation',
  sqlite: [
    'ALTER TABLE `session` ADD COLUMN `support` BIGINT',
    'CREATE TABLE IF NOT EXISTS `member_lock` (`user_id` INTEGER PRIMARY KEY, `until` BIGINT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS `entry_seen` (`id` VARCHAR(160) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `kind` VARCHAR(8) NOT NULL, `n` BIGINT NOT NULL, `session_id` VARCHAR(64) NOT NULL, `seen_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_entry_seen__user_id__kind__n` ON `entry_seen` (`user_id`, `kind`, `n`)',
    'CREATE INDEX IF NOT EXISTS `i_entry_seen__seen_at` ON `entry_seen` (`seen_at`)',
    "CREATE TABLE IF NOT EXISTS `reconciliation` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `user_id` BIGINT, `status` BIGINT NOT NULL DEFAULT 0, `checked` BIGINT NOT NULL DEFAULT 0, `total` BIGINT NOT NULL DEFAULT 0, `found` BIGINT NOT NULL DEFAULT 0, `findings` LONGTEXT, `asked_name` VARCHAR(30) NOT NULL DEFAULT 'Atrium', `finish_time` BIGINT, `asked_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_reconciliation__weigh` ON `reconciliation` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_reconciliation__user_id` ON `reconciliation` (`user_id`, `delete_time`, `id`)',
  ],
  mariadb: [
    'ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `support` BIGINT',
    'CREATE TABLE IF NOT EXISTS `member_lock` (`user_id` BIGINT NOT NULL, `until` BIGINT NOT NULL, PRIMARY KEY (`user_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `entry_seen` (`id` VARCHAR(160) NOT NULL, `user_id` BIGINT NOT NULL, `kind` VARCHAR(8) NOT NULL, `n` BIGINT NOT NULL, `session_id` VARCHAR(64) NOT NULL, `seen_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_entry_seen__user_id__kind__n` (`user_id`, `kind`, `n`), KEY `i_entry_seen__seen_at` (`seen_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    "CREATE TABLE IF NOT EXISTS `reconciliation` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `user_id` BIGINT, `status` BIGINT NOT NULL DEFAULT 0, `checked` BIGINT NOT NULL DEFAULT 0, `total` BIGINT NOT NULL DEFAULT 0, `found` BIGINT NOT NULL DEFAULT 0, `findings` LONGTEXT, `asked_name` VARCHAR(30) NOT NULL DEFAULT 'Atrium', `finish_time` BIGINT, `asked_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_reconciliation__weigh` (`delete_time`, `weigh`, `id`), KEY `i_reconciliation__user_id` (`user_id`, `delete_time`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
