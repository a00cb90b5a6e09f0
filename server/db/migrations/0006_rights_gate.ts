/** Migration 0006_rights_gate: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0006RightsGate: Migration = {
  id: '0006_rights_gate',
  sqlite: ['CREATE TABLE IF NOT EXISTS `gate` (`name` VARCHAR(64) NOT NULL PRIMARY KEY)'],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `gate` (`name` VARCHAR(64) NOT NULL, PRIMARY KEY (`name`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
