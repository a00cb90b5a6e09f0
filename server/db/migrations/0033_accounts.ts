/** Migration 0033_accounts: reason of a session's end, and one spelling for mobile numbers; never changed after release. */
import type { Migration } from '../migrate';
import { normalizeMobiles } from '../dataMigrations/normalizeMobiles';

export const m0033Accounts: Migration = {
  id: '0033_accounts',
  sqlite: ['ALTER TABLE `session` ADD COLUMN `ended` VARCHAR(20)'],
  mariadb: ['ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `ended` VARCHAR(20)'],
  migrateData: normalizeMobiles,
};
