/** Migration 0045_public_ids: random public ids of notices and preferences, and an index of files by path; never changed after release. */
import type { Migration } from '../migrate';

const TABLES = ['notice', 'preference'] as const;
/** 48 random bits. */
const RANDOM = { sqlite: '(random() & 281474976710655) + 1', mariadb: 'FLOOR(1 + RAND() * 281474976710654)' } as const;
const PATHS = 'CREATE INDEX IF NOT EXISTS `i_attachment__url_n` ON `attachment` (`url_n`)';
const fill = (dialect: keyof typeof RANDOM) =>
  TABLES.map((table) => `UPDATE \`${table}\` SET \`public_id\` = ${RANDOM[dialect]} WHERE \`public_id\` IS NULL`);

export const m0045PublicIds: Migration = {
  id: '0045_public_ids',
  sqlite: [
    ...TABLES.map((table) => `ALTER TABLE \`${table}\` ADD COLUMN \`public_id\` BIGINT`),
    ...fill('sqlite'),
    PATHS,
  ],
  mariadb: [
    ...TABLES.map((table) => `ALTER TABLE \`${table}\` ADD COLUMN IF NOT EXISTS \`public_id\` BIGINT`),
    ...fill('mariadb'),
    PATHS,
  ],
};
