/** Migration 0039_rule_screens: menu rules name the screen they open; never changed after release. */
import type { Migration } from '../migrate';

const NAMED = "UPDATE `menu_rule` SET component = name WHERE component = 'engine/EntityPage' AND `type` = 'menu'";

export const m0039RuleScreens: Migration = { id: '0039_rule_screens', sqlite: [NAMED], mariadb: [NAMED] };
