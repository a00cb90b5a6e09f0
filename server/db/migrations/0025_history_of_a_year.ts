/** Migration 0025_history_of_a_year: lets the record history be trimmed after 365 days; never changed after release. */
import type { Migration } from '../migrate';

export const m0025HistoryOfAYear: Migration = {
  id: '0025_history_of_a_year',
  sqlite: [
    'DROP TRIGGER IF EXISTS `record_history__no_delete`',
    "CREATE TRIGGER IF NOT EXISTS `record_history__no_delete` BEFORE DELETE ON `record_history` WHEN OLD.`at` > CAST(strftime('%s', 'now') AS INTEGER) * 1000 - 31536000000 BEGIN SELECT RAISE(ABORT, 'append-only'); END",
  ],
  mariadb: [
    'DROP TRIGGER IF EXISTS `record_history__no_delete`',
    "CREATE TRIGGER IF NOT EXISTS `record_history__no_delete` BEFORE DELETE ON `record_history` FOR EACH ROW IF OLD.`at` > UNIX_TIMESTAMP() * 1000 - 31536000000 THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'; END IF",
  ],
};
