/** Migration 0029_app_secrets: what stood in `secret` becomes what a new one is computed from; never changed once released. */
import type { Migration } from '../migrate';

export const m0029AppSecrets: Migration = {
  id: '0029_app_secrets',
  sqlite: ['ALTER TABLE `app` ADD COLUMN `shown_time` BIGINT'],
  mariadb: ['ALTER TABLE `app` ADD COLUMN IF NOT EXISTS `shown_time` BIGINT'],
};
