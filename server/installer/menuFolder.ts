/** The menu folder of a module: created before the entries of its entities, and removed after them. Edits by staff are kept. */
import { z } from 'zod';
import { menuRule } from '../../common/entities/menuRule';
import type { AnyEntity } from '../../common/entity/entity';
import { permissionPrefix } from '../../common/entity/permissionKeys';
import { asString } from '../../common/json';
import type { MenuFolder } from '../../common/modules/moduleParts';
import { restoreRules } from '../designer/menu/bringRules';
import { purgeRules } from '../designer/menuPermissions';
import type { HookContext } from '../engine/write/context/hookContext';
import type { TxWriter } from '../engine/write/context/txWriter';
import { NEW_FOLDER_WEIGHT } from '../modules/bootstrap/menuLayout';
import type { JobData } from '../modules/jobs/jobKind';

/** The name of the rule of a folder. */
export const folderRuleName = (name: string): string => `menu/${name}`;

const ruleId = z.number().int();
const folderChange = z.object({
  /** The rule of the module's own folder; null when its entries are in an existing folder. */
  rule: ruleId.nullable(),
  /** The name that the rule was made with; empty without a rule. */
  ruleName: z.string().default(''),
  /** The rule was made, or came back from the recycle bin. */
  isNew: z.boolean(),
  /** The rule was made: undoing deletes it for good. */
  isCreated: z.boolean().default(false),
  /** The texts that the rule had before. */
  before: z.object({ title: z.string(), title_en: z.string(), icon: z.string() }).nullable(),
  /** Rules that have another parent now, with the one they had. */
  moved: z.array(z.object({ id: ruleId, pid: ruleId.nullable() })),
  /** Rules that went to the recycle bin. */
  removed: z.array(ruleId),
});
/** Recorded changes of a step, for its undo. */
type FolderChange = z.infer<typeof folderChange>;
export const parseFolderChange = (state: JobData, key: string): FolderChange | undefined =>
  state[key] === undefined ? undefined : folderChange.parse(state[key]);

interface Rule {
  readonly id: number;
  readonly pid: number | null;
  readonly title: string;
  readonly title_en: string;
  readonly icon: string;
}
const toRule = (row: Readonly<Record<string, unknown>>): Rule => ({
  id: Number(row['id']),
  pid: row['pid'] === null || row['pid'] === undefined ? null : Number(row['pid']),
  title: asString(row['title']),
  title_en: asString(row['title_en']),
  icon: asString(row['icon']),
});
const findRule = async (hook: HookContext, field: 'id' | 'name', value: number | string): Promise<Rule | undefined> =>
  (await hook.find(menuRule.name, { field, op: '=', value })).map(toRule)[0];
const findChildren = async (hook: HookContext, id: number): Promise<readonly Rule[]> =>
  (await hook.find(menuRule.name, { field: 'pid', op: '=', value: id })).map(toRule);

const getTexts = ({ title, icon }: MenuFolder) => ({ title: title['zh-cn'], title_en: title.en, icon });
const isWritten = (rule: Rule, folder: MenuFolder | undefined): boolean => {
  const texts = folder && getTexts(folder);
  return texts?.title === rule.title && texts.title_en === rule.title_en && texts.icon === rule.icon;
};

async function isInRecycleBin(hook: HookContext, id: number): Promise<boolean> {
  const rows = await hook.tx.rows('SELECT id FROM `menu_rule` WHERE id = ? AND delete_time IS NOT NULL', [id]);
  return rows.length > 0;
}

interface FolderRequest {
  readonly folder: MenuFolder | undefined;
  /** The folder of the active version. */
  readonly former: MenuFolder | undefined;
  /** The rule of the module's own folder, if it had one. */
  readonly formerRule: number | null;
  /** Whether an existing folder of the same name is replaced. */
  readonly replaces: boolean;
  /** Entities whose active definition differs from the new one. */
  readonly entities: readonly (readonly [from: AnyEntity, to: AnyEntity])[];
}

/** Brings the folder and moves the entries of entities that have another folder now. */
export async function arrangeFolder(
  hook: HookContext,
  writer: TxWriter,
  request: FolderRequest,
): Promise<FolderChange> {
  const change = await openFolder(hook, writer, request);
  for (const [from, to] of request.entities) {
    if (from.spec.menu === to.spec.menu) continue;
    const [screen, former, next] = [
      await findRule(hook, 'name', permissionPrefix(to)),
      await findRule(hook, 'name', folderRuleName(from.spec.menu)),
      await findRule(hook, 'name', folderRuleName(to.spec.menu)),
    ];
    if (screen === undefined || next === undefined || screen.pid !== former?.id) continue;
    await writer.update(menuRule, { id: screen.id, pid: next.id });
    change.moved.push({ id: screen.id, pid: screen.pid });
  }
  return change;
}

const NO_CHANGE: FolderChange = {
  rule: null,
  ruleName: '',
  isNew: false,
  isCreated: false,
  before: null,
  moved: [],
  removed: [],
};

async function openFolder(
  hook: HookContext,
  writer: TxWriter,
  { folder, former, formerRule, replaces }: FolderRequest,
): Promise<FolderChange> {
  if (folder === undefined) return NO_CHANGE;
  const ruleName = folderRuleName(folder.name);
  const none: FolderChange = { ...NO_CHANGE, ruleName };
  const named = await findRule(hook, 'name', ruleName);
  const isSameFolder = former?.name === folder.name && formerRule !== null;
  // Staff can have changed the name of the module's own folder.
  const existing = (isSameFolder ? await findRule(hook, 'id', formerRule) : undefined) ?? named;
  if (existing !== undefined && existing.id === formerRule) {
    if (isWritten(existing, folder) || !isWritten(existing, former)) return { ...none, rule: existing.id };
    await writer.update(menuRule, { id: existing.id, ...getTexts(folder) });
    const { title, title_en, icon } = existing;
    return { ...none, rule: existing.id, before: { title, title_en, icon } };
  }
  if (existing !== undefined && !replaces) return none;
  if (existing === undefined && isSameFolder && (await isInRecycleBin(hook, formerRule))) {
    await restoreRules(hook, writer, [formerRule]);
    return { ...none, rule: formerRule, isNew: true };
  }
  return replaceFolder(hook, writer, folder, existing);
}

async function replaceFolder(
  hook: HookContext,
  writer: TxWriter,
  folder: MenuFolder,
  existing: Rule | undefined,
): Promise<FolderChange> {
  // Names are unique: the former folder is removed first, and its entries are moved out before.
  const children = existing === undefined ? [] : await findChildren(hook, existing.id);
  for (const { id } of children) await writer.update(menuRule, { id, pid: null });
  if (existing !== undefined) await writer.remove(menuRule, [existing.id]);
  const { id: rule } = await writer.create(menuRule, {
    type: 'menu_dir',
    pid: null,
    name: folderRuleName(folder.name),
    path: folder.name,
    weigh: NEW_FOLDER_WEIGHT,
    ...getTexts(folder),
  });
  for (const { id } of children) await writer.update(menuRule, { id, pid: rule });
  return {
    rule,
    ruleName: folderRuleName(folder.name),
    isNew: true,
    isCreated: true,
    before: null,
    moved: children.map(({ id, pid }) => ({ id, pid })),
    removed: existing === undefined ? [] : [existing.id],
  };
}

/** Moves the folder to the recycle bin, unless something else is in it. */
export async function clearFolder(hook: HookContext, writer: TxWriter, id: number | null): Promise<FolderChange> {
  if (id === null || (await findRule(hook, 'id', id)) === undefined) return NO_CHANGE;
  if ((await findChildren(hook, id)).length > 0) return NO_CHANGE;
  await writer.remove(menuRule, [id]);
  return { ...NO_CHANGE, removed: [id] };
}

/** Undoes what `arrangeFolder` or `clearFolder` did. */
export async function undoFolderChange(hook: HookContext, writer: TxWriter, change: FolderChange): Promise<void> {
  const { rule, isNew, isCreated, before, moved, removed } = change;
  // The former folder cannot come back while the new one has its name, so its entries leave the new one first.
  for (const { id } of moved) if (await findRule(hook, 'id', id)) await writer.update(menuRule, { id, pid: null });
  if (isNew && rule !== null && (await findRule(hook, 'id', rule))) await writer.remove(menuRule, [rule]);
  if (isCreated && rule !== null) await purgeRules(hook, writer, [rule]);
  await restoreRules(hook, writer, removed);
  for (const { id, pid } of moved) if (await findRule(hook, 'id', id)) await writer.update(menuRule, { id, pid });
  if (before !== null && rule !== null) await writer.update(menuRule, { id: rule, ...before });
}
