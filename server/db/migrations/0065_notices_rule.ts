/** Migration 0065_notices_rule: adds the page of all notifications to existing sites; never changed after release. */
import type { Migration } from '../migrate';

const COLUMNS =
  '`create_time`, `revision`, `weigh`, `update_time`, `type`, `pid`, `menu_type`, `keepalive`, `extend`, `status`, `live`';
/** Placed next to the points history, whose rule every site has; an existing rule of that name stays as it is. */
const ADD_RULE = `INSERT INTO \`user_rule\` (${COLUMNS}, \`title\`, \`name\`, \`path\`, \`component\`, \`icon\`, \`title_n\`, \`name_n\`, \`path_n\`) SELECT ${COLUMNS}, 'notices', 'account/notices', 'notices', 'notices', 'notifications', 'notices', 'account/notices', 'notices' FROM \`user_rule\` WHERE \`name\` = 'account/integral' AND \`live\` = 0 AND NOT EXISTS (SELECT 1 FROM \`user_rule\` WHERE \`name\` = 'account/notices')`;

export const m0065NoticesRule: Migration = {
  id: '0065_notices_rule',
  sqlite: [ADD_RULE],
  mariadb: [ADD_RULE],
};
