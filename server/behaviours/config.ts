/** Config items: a value is judged by its own type and rules, what the house reads stays what it is, and secrets are never readable. */
import { config } from '../../common/entities/config';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import type { Issue } from '../../common/entity/issue';
import { itemShape, readItem, SECRET_MASK, type ItemShape } from '../../common/entities/siteItem';
import { fault } from '../../common/protocol/faults';
import { defineHooks, isRestored, type StoredOf } from '../engine/write/entityHooks';
import { sealSecret } from '../access/sealed';
import { cleanRichText } from '../engine/write/richText';
import type { HookContext } from '../engine/write/writer';
import { BOUND_SECRETS, ITEM_CHECKS } from './configChecks';
import { approveWaiting, askChange } from './pendingChange';
import { judgeProtected, protectionOf } from './protectedSettings';

type Item = StoredOf<typeof config>;
type Change = Partial<Item>;

const FIXED = ['name', 'type', 'allow_del'] as const;
/** The bounds and the place of a protected setting are part of its protection. */
const PROTECTED_FIXED = ['group', 'rule', 'extend'] as const;
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const refuse = (issue: Issue) => fault('row.invalid', undefined, { fields: [issue] });

export const configBehaviour = defineHooks(config, {
  beforeWrite: async (hook, changes, before) => {
    if (before?.allow_del === 0) keepFixed(FIXED, changes, before);
    if (before && hook.actor.realm === 'staff' && protectionOf(before)) keepFixed(PROTECTED_FIXED, changes, before);
    const shape = itemShape({ ...before, ...changes });
    if (shape.type === 'remoteSelect') checkTarget(hook, shape);
    const name = changes.name ?? before?.name ?? '';
    const kept = { ...changes, ...judged(hook, name, shape, changes, before) };
    await protect(hook, { name, type: shape.type }, kept, before);
    return kept;
  },
  beforeRemove: (_step, row) => {
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
    ask: (hook, row, body) => askChange(hook, 'config', row as unknown as StoredRow, body), // its columns are the row
    approve: (hook, row) => approveWaiting(hook, 'config', row.id),
    /** An empty value forgets the secret. */
    seal: ({ services }, row, { value }) => {
      if (row.type !== 'secret' || typeof value !== 'string') throw fault('row.missing');
      const isNothing = value === '';
      return {
        sealed: isNothing ? null : sealSecret(services.env.appKeys, row.name, value),
        value: isNothing ? null : SECRET_MASK,
      };
    },
  },
});

/** A protected item is judged by its whole new value, however the edit came about. */
async function protect(
  hook: HookContext,
  item: { readonly name: string; readonly type: string },
  changes: Change,
  before: Item | undefined,
): Promise<void> {
  const isLooser = protectionOf(item);
  if (isLooser === undefined || changes.value === undefined) return;
  const [was, next] = [before?.value ?? null, changes.value];
  if (before !== undefined && isEqual(was, next)) return;
  const edit = { name: item.name, field: 'value', before: was, after: next };
  // An item that is not there is read as the default, about which nothing is known here.
  await judgeProtected(hook, { ...edit, isLooser: before === undefined || isLooser(was, next) });
}

/** The house finds its settings by name and reads them by type. */
function keepFixed(fields: readonly (keyof Change)[], changes: Change, before: Item): void {
  const touched = fields.find((name) => changes[name] !== undefined && !isEqual(changes[name], before[name]));
  if (touched) throw refuse({ path: touched, code: 'fixed' });
}

/** A remote select asks for rows of a noun of ours, never for an address. */
function checkTarget({ services, actor }: HookContext, { extend }: ItemShape): void {
  const target = services.registry.get(extend['entity'] ?? '');
  const isOpen = target && !target.spec.personal;
  if (!isOpen && actor.realm !== 'system') throw refuse({ path: 'extend', code: 'missing_row' });
}

function judged(hook: HookContext, name: string, shape: ItemShape, changes: Change, before: Item | undefined): Change {
  if (shape.type === 'secret') return secretOnly(hook, changes, before);
  const isOther = before !== undefined && itemShape({ ...before }).type !== shape.type;
  // Another type makes another value: what does not fit is gone.
  const given = changes.value === undefined ? (isOther ? fitting(shape, before.value) : undefined) : changes.value;
  // A new item has no value yet, one that comes back perhaps neither, and a new rule binds from the next value on.
  if (given === undefined || (given === null && (!before || isRestored(before)))) return {};
  const read = readItem(shape, given);
  if ('trouble' in read) throw refuse({ path: 'value', ...read.trouble });
  const value =
    shape.type === 'editor' && typeof read.value === 'string' ? cleanRichText(read.value).html || null : read.value;
  const trouble = value === null ? undefined : ITEM_CHECKS.get(name)?.(value, hook.services.env);
  if (trouble) throw refuse({ path: 'value', ...trouble });
  return { value, sealed: null };
}

const fitting = (shape: ItemShape, value: Json): Json => {
  const read = readItem({ ...shape, rule: [] }, value);
  return 'value' in read ? read.value : null;
};

/** Only the house writes a secret; an edit that sends the mask back changes nothing, any other value is refused. */
function secretOnly({ actor }: HookContext, changes: Change, before: Item | undefined): Change {
  if (actor.realm === 'system') return {};
  const given = changes.value ?? null;
  if (changes.value !== undefined && given !== null && given !== SECRET_MASK)
    throw refuse({ path: 'value', code: 'fixed' });
  const stays = before?.type === 'secret' ? before.value : null;
  return { value: stays };
}
