/** Migration 0017_saved_views: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0017SavedViews: Migration = {
  id: '0017_saved_views',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `saved_view` (`id` VARCHAR(36) NOT NULL PRIMARY KEY, `admin_id` BIGINT NOT NULL, `ent` VARCHAR(64) NOT NULL, `title` VARCHAR(60) NOT NULL, `query` LONGTEXT NOT NULL, `shared` BIGINT NOT NULL, `at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_saved_view__ent__admin_id` ON `saved_view` (`ent`, `admin_id`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `saved_view` (`id` VARCHAR(36) NOT NULL, `admin_id` BIGINT NOT NULL, `ent` VARCHAR(64) NOT NULL, `title` VARCHAR(60) NOT NULL, `query` LONGTEXT NOT NULL, `shared` BIGINT NOT NULL, `at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_saved_view__ent__admin_id` (`ent`, `admin_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
