/** Protected settings: which changes make the installation less safe, and who else must agree to them. */
import { pendingChange } from '../../common/entities/pendingChange';
import { securityEvent } from '../../common/entities/securityEvent';
import { EVERYTHING } from '../../common/entity/filter';
import type { Json } from '../../common/entity/field';
import type { StoredRow } from '../../common/entity/meta';
import { fault } from '../../common/protocol/faults';
import { beginning } from '../../common/text/clean';
import { ALL } from '../access/groupLaw';
import { requireStepUp } from '../access/stepUp';
import type { HookContext } from '../engine/write/writer';
import { APPROVAL_WAIT_HOURS, approversNow, findApprovers, type CanApprove } from './approvers';
import { refuseProgram } from './tokenRules';

/** The node of the second person. */
export const APPROVE_NODE = 'config/approve';

type IsLooser = (before: Json, after: Json) => boolean;
const numberOf = (value: Json): number => (typeof value === 'number' ? value : Number.POSITIVE_INFINITY);
/** From this amount on something is asked; empty: never. */
const limit: IsLooser = (before, after) => numberOf(after) > numberOf(before);
const floor: IsLooser = (before, after) => Number(after ?? 0) < Number(before ?? 0);
const STRICTNESS: readonly Json[] = ['never', 'adaptive', 'always'];
const strictness: IsLooser = (before, after) => STRICTNESS.indexOf(after) < STRICTNESS.indexOf(before);

/** A fresh password suffices, whatever the new value. */
const never: IsLooser = () => false;

const ITEMS: ReadonlyMap<string, IsLooser> = new Map([
  ['captcha', strictness],
  // Every amount of the site would be shown in another currency.
  ['currency', never],
  ['password_min_admin', floor],
  ['password_min_member', floor],
]);
/** Every number among the settings of the ledger is a limit or a threshold. */
const LEDGER = /^ledger_[a-z_]+$/;

/** How to tell whether a config item becomes less safe; undefined for items that are not protected. */
export const protectionOf = ({ name, type }: { readonly name: string; readonly type: string }): IsLooser | undefined =>
  ITEMS.get(name) ?? (LEDGER.test(name) && type === 'integer' ? limit : undefined);

/** Whether rights include `config/approve`, as the node that stands for all does. */
export const canApproveChange: CanApprove = ({ nodes }) => nodes.has(ALL) || nodes.has(APPROVE_NODE);

export interface ProtectedEdit {
  readonly name: string;
  /** The field a refusal stands at. */
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
  readonly isLooser: boolean;
  /** The admin whose account changes: it cannot approve the change. */
  readonly about?: number;
}
/**
 * Judges an edit of a protected setting: a person with a fresh password makes it stricter; a looser one needs a second person and answers
 * `config.second_person`. Where no other admin could approve for the whole waiting time, the edit is made and stays as a security
 * event; an admin disabled within it still counts, with `config.no_approver`, so that nobody gets rid of the second person first.
 */
export async function judgeProtected(hook: HookContext, edit: ProtectedEdit): Promise<void> {
  if (hook.actor.realm !== 'staff') return;
  refuseProgram(hook);
  await requireStepUp(hook.services, hook.sessionId);
  if (!edit.isLooser) return;
  // No admin is disabled or loses the node while it is decided that there is no second person.
  await hook.withLock('rights');
  const excluded = [hook.actor.id, ...(edit.about === undefined ? [] : [edit.about])];
  if ((await findApprovers(hook, canApproveChange, excluded)).established.length > 0) {
    const fields = [{ path: edit.field, code: 'second_person' }] as const;
    const present = (await approversNow(hook, canApproveChange)).filter((id) => !excluded.includes(id));
    if (present.length === 0) throw fault('config.no_approver', { hours: APPROVAL_WAIT_HOURS }, { fields });
    throw fault('config.second_person', undefined, { fields, data: { secondPerson: true } });
  }
  await noteLoosened(hook, edit, 'alone');
}

/** A looser setting stays as a security event, whichever way it came. */
export async function noteLoosened(
  hook: HookContext,
  { name, before, after }: Pick<ProtectedEdit, 'name' | 'before' | 'after'>,
  way: 'alone' | 'approved',
): Promise<void> {
  await hook.asSystem.create(securityEvent, {
    kind: 'protected_setting',
    admin_id: hook.actor.id,
    name: beginning(hook.actor.name, 30),
    ip: hook.ip.slice(0, 45),
    useragent: beginning(hook.userAgent, 255),
    detail: { name, before, after, way },
  });
}

/** The ids of the role groups that demand a second factor, by themselves or through one above; `changed` replaces its stored row. */
export async function strictGroups(hook: HookContext, changed?: StoredRow): Promise<ReadonlySet<number>> {
  const rows = new Map((await hook.find('admin_group', EVERYTHING)).map((row) => [Number(row['id']), row]));
  if (changed) rows.set(Number(changed['id']), changed);
  const isStrict = (id: number): boolean => {
    const seen = new Set<number>();
    for (
      let at = rows.get(id);
      at !== undefined && !seen.has(Number(at['id']));
      at = rows.get(Number(at['pid'] ?? 0))
    ) {
      if (at['require_second_factor'] === 1) return true;
      seen.add(Number(at['id']));
    }
    return false;
  };
  return new Set([...rows.keys()].filter(isStrict));
}

/** The waiting change of a row; undefined when there is none. */
export async function waitingFor(hook: HookContext, subject: string, id: number): Promise<StoredRow | undefined> {
  const same = { subject, subject_id: id, status: 0 };
  const all = Object.entries(same).map(([field, value]) => ({ field, op: '=', value }) as const);
  return (await hook.find(pendingChange.name, { all }))[0];
}
