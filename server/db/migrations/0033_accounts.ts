/** Migration 0033_accounts: why a session ended, and one spelling for every mobile number; never changed once released. */
import type { Migration } from '../migrate';
import { normalizeMobiles } from '../dataMigrations/normalizeMobiles';

export const m0033Accounts: Migration = {
  id: '0033_accounts',
  sqlite: ['ALTER TABLE `session` ADD COLUMN `ended` VARCHAR(20)'],
  mariadb: ['ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `ended` VARCHAR(20)'],
  migrateData: normalizeMobiles,
};
