/** Migration 0005_journal_chain: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0005JournalChain: Migration = {
  id: '0005_journal_chain',
  sqlite: [
    'ALTER TABLE `change_head` ADD COLUMN `chain` VARCHAR(64)',
    'CREATE TABLE IF NOT EXISTS `journal_chain` (`seq` INTEGER PRIMARY KEY, `eid` BIGINT NOT NULL, `digest` VARCHAR(64) NOT NULL, `link` VARCHAR(64) NOT NULL)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_journal_chain__eid` ON `journal_chain` (`eid`)',
    "CREATE TRIGGER IF NOT EXISTS `journal_chain__no_update` BEFORE UPDATE ON `journal_chain` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS `journal_chain__no_delete` BEFORE DELETE ON `journal_chain` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
  ],
  mariadb: [
    'ALTER TABLE `change_head` ADD COLUMN IF NOT EXISTS `chain` VARCHAR(64)',
    'CREATE TABLE IF NOT EXISTS `journal_chain` (`seq` BIGINT NOT NULL, `eid` BIGINT NOT NULL, `digest` VARCHAR(64) NOT NULL, `link` VARCHAR(64) NOT NULL, PRIMARY KEY (`seq`), UNIQUE KEY `u_journal_chain__eid` (`eid`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    "CREATE TRIGGER IF NOT EXISTS `journal_chain__no_update` BEFORE UPDATE ON `journal_chain` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TRIGGER IF NOT EXISTS `journal_chain__no_delete` BEFORE DELETE ON `journal_chain` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
  ],
};
