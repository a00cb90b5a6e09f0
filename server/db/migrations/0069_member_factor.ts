/**
 * Migration 0069_member_factor creates `member_factor`, `member_recovery` and `member_ticket`; never changed after release.
 */
import type { Migration } from '../migrate';

export const m0069MemberFactor: Migration = {
  id: '0069_member_factor',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `member_factor` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `name` VARCHAR(60) NOT NULL, `secret` LONGTEXT NOT NULL, `mark` VARCHAR(64), `counter` BIGINT NOT NULL, `created_at` BIGINT NOT NULL, `used_at` BIGINT)',
    'CREATE INDEX IF NOT EXISTS `i_member_factor__user_id` ON `member_factor` (`user_id`)',
    'CREATE TABLE IF NOT EXISTS `member_recovery` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `used_at` BIGINT)',
    'CREATE INDEX IF NOT EXISTS `i_member_recovery__user_id` ON `member_recovery` (`user_id`)',
    'CREATE TABLE IF NOT EXISTS `member_ticket` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `keep` BIGINT NOT NULL, `new_place` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_member_ticket__user_id` ON `member_ticket` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_member_ticket__expires_at` ON `member_ticket` (`expires_at`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `member_factor` (`id` VARCHAR(64) NOT NULL, `user_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `name` VARCHAR(60) NOT NULL, `secret` LONGTEXT NOT NULL, `mark` VARCHAR(64), `counter` BIGINT NOT NULL, `created_at` BIGINT NOT NULL, `used_at` BIGINT, PRIMARY KEY (`id`), KEY `i_member_factor__user_id` (`user_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `member_recovery` (`id` VARCHAR(64) NOT NULL, `user_id` BIGINT NOT NULL, `used_at` BIGINT, PRIMARY KEY (`id`), KEY `i_member_recovery__user_id` (`user_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `member_ticket` (`id` VARCHAR(64) NOT NULL, `user_id` BIGINT NOT NULL, `keep` BIGINT NOT NULL, `new_place` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_member_ticket__user_id` (`user_id`), KEY `i_member_ticket__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
