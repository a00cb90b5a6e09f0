/** Migration 0041_redeem_rule: adds the screen that redeems activation codes to existing sites; never changed after release. */
import type { Migration } from '../migrate';

const COLUMNS =
  '`create_time`, `revision`, `weigh`, `update_time`, `type`, `pid`, `menu_type`, `keepalive`, `extend`, `status`, `live`';
/** Placed next to the points history, whose rule every site has; an existing rule of that name stays as it is. */
const ADD_RULE = `INSERT INTO \`user_rule\` (${COLUMNS}, \`title\`, \`name\`, \`path\`, \`component\`, \`icon\`, \`title_n\`, \`name_n\`, \`path_n\`) SELECT ${COLUMNS}, 'redeem', 'account/redeem', 'redeem', 'redeem', 'redeem', 'redeem', 'account/redeem', 'redeem' FROM \`user_rule\` WHERE \`name\` = 'account/integral' AND \`live\` = 0 AND NOT EXISTS (SELECT 1 FROM \`user_rule\` WHERE \`name\` = 'account/redeem')`;

export const m0041RedeemRule: Migration = {
  id: '0041_redeem_rule',
  sqlite: [ADD_RULE],
  mariadb: [ADD_RULE],
};
