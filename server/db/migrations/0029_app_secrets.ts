/** Migration 0029_app_secrets: the value of `secret` becomes the input of derived secrets; never changed after release. */
import type { Migration } from '../migrate';

export const m0029AppSecrets: Migration = {
  id: '0029_app_secrets',
  sqlite: ['ALTER TABLE `app` ADD COLUMN `shown_time` BIGINT'],
  mariadb: ['ALTER TABLE `app` ADD COLUMN IF NOT EXISTS `shown_time` BIGINT'],
};
