/** Migration 0019_board_cards: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0019BoardCards: Migration = {
  id: '0019_board_cards',
  sqlite: [
    'DROP TABLE IF EXISTS `board__new`',
    "CREATE TABLE IF NOT EXISTS `board__new` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `title` VARCHAR(40) NOT NULL DEFAULT '', `group_id` BIGINT, `cards` LONGTEXT NOT NULL DEFAULT '[]', `title_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0)",
    "INSERT INTO `board__new` (`id`, `create_time`, `revision`, `weigh`, `update_time`, `delete_time`, `title`, `group_id`, `cards`, `title_n`, `live`) SELECT `id`, COALESCE(`create_time`, 0), COALESCE(`revision`, 1), COALESCE(`weigh`, 0), COALESCE(`update_time`, 0), `delete_time`, COALESCE(`title`, ''), `group_id`, COALESCE(`cards`, '[]'), `title_n`, COALESCE(`live`, 0) FROM `board`",
    "DELETE FROM sqlite_sequence WHERE name = 'board__new'",
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'board__new', seq FROM sqlite_sequence WHERE name = 'board'",
    'DROP TABLE `board`',
    'ALTER TABLE `board__new` RENAME TO `board`',
    'CREATE INDEX IF NOT EXISTS `i_board__group_id` ON `board` (`group_id`)',
    'CREATE INDEX IF NOT EXISTS `i_board__title_n` ON `board` (`title_n`)',
    'CREATE INDEX IF NOT EXISTS `i_board__update_time` ON `board` (`delete_time`, `update_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_board__weigh` ON `board` (`delete_time`, `weigh`, `id`)',
  ],
  mariadb: [
    "UPDATE `board` SET `cards` = '[]' WHERE `cards` IS NULL",
    "ALTER TABLE `board` MODIFY COLUMN `cards` LONGTEXT NOT NULL DEFAULT '[]'",
  ],
};
