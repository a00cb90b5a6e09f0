/** Migration 0011_second_factor: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0011SecondFactor: Migration = {
  id: '0011_second_factor',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `admin_factor` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `admin_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `name` VARCHAR(60) NOT NULL, `secret` LONGTEXT NOT NULL, `mark` VARCHAR(64), `counter` BIGINT NOT NULL, `created_at` BIGINT NOT NULL, `used_at` BIGINT)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_admin_factor__mark` ON `admin_factor` (`mark`)',
    'CREATE INDEX IF NOT EXISTS `i_admin_factor__admin_id` ON `admin_factor` (`admin_id`)',
    'CREATE TABLE IF NOT EXISTS `admin_recovery` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `admin_id` BIGINT NOT NULL, `used_at` BIGINT)',
    'CREATE INDEX IF NOT EXISTS `i_admin_recovery__admin_id` ON `admin_recovery` (`admin_id`)',
    'CREATE TABLE IF NOT EXISTS `factor_ticket` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `admin_id` BIGINT NOT NULL, `keep` BIGINT NOT NULL, `new_place` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_factor_ticket__admin_id` ON `factor_ticket` (`admin_id`)',
    'CREATE INDEX IF NOT EXISTS `i_factor_ticket__expires_at` ON `factor_ticket` (`expires_at`)',
    'CREATE TABLE IF NOT EXISTS `factor_challenge` (`id` VARCHAR(120) NOT NULL PRIMARY KEY, `challenge` VARCHAR(128) NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_factor_challenge__expires_at` ON `factor_challenge` (`expires_at`)',
    'ALTER TABLE `admin_group` ADD COLUMN `require_second_factor` BIGINT NOT NULL DEFAULT 0',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `admin_factor` (`id` VARCHAR(64) NOT NULL, `admin_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `name` VARCHAR(60) NOT NULL, `secret` LONGTEXT NOT NULL, `mark` VARCHAR(64), `counter` BIGINT NOT NULL, `created_at` BIGINT NOT NULL, `used_at` BIGINT, PRIMARY KEY (`id`), UNIQUE KEY `u_admin_factor__mark` (`mark`), KEY `i_admin_factor__admin_id` (`admin_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `admin_recovery` (`id` VARCHAR(64) NOT NULL, `admin_id` BIGINT NOT NULL, `used_at` BIGINT, PRIMARY KEY (`id`), KEY `i_admin_recovery__admin_id` (`admin_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `factor_ticket` (`id` VARCHAR(64) NOT NULL, `admin_id` BIGINT NOT NULL, `keep` BIGINT NOT NULL, `new_place` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_factor_ticket__admin_id` (`admin_id`), KEY `i_factor_ticket__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `factor_challenge` (`id` VARCHAR(120) NOT NULL, `challenge` VARCHAR(128) NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_factor_challenge__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'ALTER TABLE `admin_group` ADD COLUMN IF NOT EXISTS `require_second_factor` BIGINT NOT NULL DEFAULT 0',
  ],
};
