/** Migration 0047_session_device: the device id of sessions of one browser; never changed after release. */
import type { Migration } from '../migrate';

export const m0047SessionDevice: Migration = {
  id: '0047_session_device',
  sqlite: ['ALTER TABLE `session` ADD COLUMN `device` VARCHAR(24)'],
  mariadb: ['ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `device` VARCHAR(24)'],
};
