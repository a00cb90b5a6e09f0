/**
 * Hooks of config items: a value is checked by the item's type and rules, fields that the product depends on are fixed, and secrets are
 * never readable.
 */
import { config } from '../../../common/entities/config';
import type { Json } from '../../../common/entity/field';
import type { StoredRow } from '../../../common/entity/columns';
import { parseSettingDefinition, readItem, type SettingDefinition } from '../../../common/entities/siteItem';
import { MASK } from '../../../common/mask';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored, type StoredOf } from '../../engine/write/context/entityHooks';
import { encryptSetting } from '../../access/crypto/secretSettings';
import { sanitizeRichText } from '../../engine/write/stages/richText';
import { listOwnUrls } from '../../engine/write/stages/validateInput';
import type { HookContext } from '../../engine/write/context/hookContext';
import { BOUND_SECRETS, ITEM_CHECKS } from './configChecks';
import { approvePendingChange, requestChange } from '../access/pendingChangeHooks';
import { assertProtectedEdit, findProtectionRule } from '../permissions/protectedSettings';
import { invalidFault } from '../../platform/invalidFault';

type ConfigItem = StoredOf<typeof config>;
type ConfigChange = Partial<ConfigItem>;

const FIXED_FIELDS = ['name', 'type', 'allow_del'] as const;
/** The rule and the group of a protected setting are part of its protection. */
const PROTECTED_FIXED_FIELDS = ['group', 'rule', 'extend'] as const;
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

export const configHooks = defineHooks(config, {
  beforeWrite: async (hook, changes, before) => {
    if (before?.allow_del === 0) assertFixedFields(FIXED_FIELDS, changes, before);
    if (before && hook.actor.kind === 'staff' && findProtectionRule(before))
      assertFixedFields(PROTECTED_FIXED_FIELDS, changes, before);
    const definition = parseSettingDefinition({ ...before, ...changes });
    if (definition.type === 'remoteSelect') assertSelectTarget(hook, definition);
    const name = changes.name ?? before?.name ?? '';
    const checked = { ...changes, ...validatedValue(hook, name, definition, changes, before) };
    await assertProtection(hook, { name, type: definition.type }, checked, before);
    return checked;
  },
  beforeRemove: (_hook, row) => {
    if (row.allow_del === 0) throw fault('row.builtin');
  },
  afterWrite: async (hook, after, before) => {
    const secret = BOUND_SECRETS.get(after.name);
    if (secret === undefined || !before || isEqual(before.value, after.value)) return;
    const [row] = await hook.find('config', { field: 'name', op: '=', value: secret });
    const isSet = row !== undefined && (row['value'] ?? null) !== null;
    if (isSet) await hook.asSystem.update(config, { id: Number(row['id']), value: null, sealed: null });
  },
  afterCommit: ({ services }) => services.live.settingsChanged?.(),
  actions: {
    ask: (hook, row, body) => requestChange(hook, 'config', row as unknown as StoredRow, body), // The columns of the row.
    approve: (hook, row) => approvePendingChange(hook, 'config', row.id),
    /** An empty value deletes the secret. */
    seal: ({ services }, row, { value }) => {
      if (row.type !== 'secret' || typeof value !== 'string') throw fault('row.missing');
      const isEmpty = value === '';
      return {
        sealed: isEmpty ? null : encryptSetting(services.env.appKeys, row.name, value),
        value: isEmpty ? null : MASK,
      };
    },
  },
});

/** Checks the whole new value of a protected item, independent of the route that edits it. */
async function assertProtection(
  hook: HookContext,
  item: { readonly name: string; readonly type: string },
  changes: ConfigChange,
  before: ConfigItem | undefined,
): Promise<void> {
  const isLessStrict = findProtectionRule(item);
  if (isLessStrict === undefined || changes.value === undefined) return;
  const [oldValue, newValue] = [before?.value ?? null, changes.value];
  if (before !== undefined && isEqual(oldValue, newValue)) return;
  const edit = { name: item.name, field: 'value', before: oldValue, after: newValue };
  // A missing item is read as its default, which is not known here.
  await assertProtectedEdit(hook, { ...edit, isLessStrict: before === undefined || isLessStrict(oldValue, newValue) });
}

/** The server finds settings by name and reads them by type. */
function assertFixedFields(fields: readonly (keyof ConfigChange)[], changes: ConfigChange, before: ConfigItem): void {
  const touched = fields.find((name) => changes[name] !== undefined && !isEqual(changes[name], before[name]));
  if (touched) throw invalidFault({ path: touched, code: 'fixed' });
}

/** A remote select names an entity, never a URL. */
function assertSelectTarget({ services, actor }: HookContext, { extend }: SettingDefinition): void {
  const target = services.registry.get(extend['entity'] ?? '');
  const isOpen = target && !target.spec.personal;
  if (!isOpen && actor.kind !== 'system') throw invalidFault({ path: 'extend', code: 'missing_row' });
}

function validatedValue(
  hook: HookContext,
  name: string,
  definition: SettingDefinition,
  changes: ConfigChange,
  before: ConfigItem | undefined,
): ConfigChange {
  if (definition.type === 'secret') return secretValueFor(hook, changes, before);
  const isOtherType = before !== undefined && parseSettingDefinition({ ...before }).type !== definition.type;
  // A new type requires a matching value: a value that does not match is dropped.
  const sentValue =
    changes.value === undefined ? (isOtherType ? fittingValue(definition, before.value) : undefined) : changes.value;
  // A new or restored item may have no value; a new rule applies from the next value on.
  if (sentValue === undefined || (sentValue === null && (!before || isRestored(before)))) return {};
  const read = readItem(definition, sentValue);
  if ('issue' in read) throw invalidFault({ path: 'value', ...read.issue });
  const value =
    definition.type === 'editor' && typeof read.value === 'string'
      ? sanitizeRichText(read.value, listOwnUrls(hook.services)).html || null
      : read.value;
  const problem = value === null ? undefined : ITEM_CHECKS.get(name)?.(value, hook.services.env);
  if (problem) throw invalidFault({ path: 'value', ...problem });
  return { value, sealed: null };
}

const fittingValue = (definition: SettingDefinition, value: Json): Json => {
  const read = readItem({ ...definition, rule: [] }, value);
  return 'value' in read ? read.value : null;
};

/** Only the system writes a secret; an edit that sends the mask back changes nothing, and any other value is refused. */
function secretValueFor({ actor }: HookContext, changes: ConfigChange, before: ConfigItem | undefined): ConfigChange {
  if (actor.kind === 'system') return {};
  const sentValue = changes.value ?? null;
  if (changes.value !== undefined && sentValue !== null && sentValue !== MASK)
    throw invalidFault({ path: 'value', code: 'fixed' });
  const current = before?.type === 'secret' ? before.value : null;
  return { value: current };
}
