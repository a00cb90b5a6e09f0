/** The menu of the member center: stored rules, filtered by the member's group. */
import type { Actor } from '../../../common/entity/access';
import { MEMBER_SCREENS, type MemberScreen } from '../../../common/memberScreens';
import type { StoredRule } from './menu';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import { systemContext } from '../../platform/systemContext';
import { hasMemberRule } from '../../../common/entity/access';

/** The icons of the screens that every site has at first. */
const ICONS: Readonly<Record<MemberScreen, string>> = {
  overview: 'dashboard',
  profile: 'account_circle',
  balance: 'payments',
  integral: 'star',
  redeem: 'redeem',
  notices: 'notifications',
  changePassword: 'key',
};
const FOLDER_NAME = 'account';

export type MemberMenuRule = Omit<StoredRule, 'remark' | 'weigh'>;
export interface MemberMenuNode extends MemberMenuRule {
  readonly children: readonly MemberMenuNode[];
}

/** Adds the folder of the member center with its screens, once: not if a rule with the name of the folder was ever stored. */
export async function seedMemberRules(services: Services, writer: Writer): Promise<void> {
  const entity = services.registry.get('user_rule');
  if (!entity) return;
  const stored = await services.db.rows<{ readonly id: number; readonly name: string }>(
    'SELECT id, name FROM `user_rule`',
  );
  const ids = new Map(stored.map(({ id, name }) => [name, Number(id)]));
  if (ids.has(FOLDER_NAME)) return;
  await writer.inTransaction(systemContext(services, 'menu'), async (writer) => {
    const folder = await writer.create(entity, {
      type: 'menu_dir',
      title: FOLDER_NAME,
      name: FOLDER_NAME,
      path: FOLDER_NAME,
      icon: 'account_circle',
      weigh: 1000,
    });
    await writer.createMany(
      entity,
      MEMBER_SCREENS.map((name, index) => ({
        type: 'menu',
        menu_type: 'tab',
        pid: folder.id,
        title: name,
        name: `${FOLDER_NAME}/${name}`,
        path: name,
        component: name,
        icon: ICONS[name],
        weigh: 900 - index,
      })),
    );
  });
}

type RawMemberRule = Readonly<Record<keyof MemberMenuRule, string | number | null>>;

/** The folders and screens of a member, ordered by descending weight; folders without a screen are left out. */
export async function buildMemberMenu(services: Services, actor: Actor): Promise<readonly MemberMenuNode[]> {
  const rows = await services.db.rows<RawMemberRule>(
    'SELECT id, pid, `type`, title, name, `path`, icon, menu_type, url, component, keepalive, `extend` FROM `user_rule` WHERE status = 1 AND delete_time IS NULL ORDER BY weigh DESC, id',
  );
  const rules = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    pid: row.pid === null || Number(row.pid) === 0 ? null : Number(row.pid),
    keepalive: Number(row.keepalive),
  })) as unknown as readonly MemberMenuRule[]; // The columns are texts by definition.
  const getChildren = (pid: number | null): readonly MemberMenuNode[] =>
    rules
      .filter((rule) => rule.pid === pid && (rule.type === 'menu_dir' || hasMemberRule(actor, rule.name)))
      .map((rule) => ({ ...rule, children: getChildren(rule.id) }))
      .filter((node) => node.type !== 'menu_dir' || node.children.length > 0);
  return getChildren(null);
}
