/**
 * Hooks of activation codes: the server creates codes and stores them encrypted. A row shows the end of its code; the action `reveal` shows
 * the whole code to admins with its permission key.
 */
import { activationCode } from '../../../common/entities/activationCode';
import { activationUse } from '../../../common/entities/activationUse';
import type { Issue } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { isFullCode } from '../../../common/text/activationCode';
import {
  encryptCode,
  computeBlindIndexes,
  createActivationCode,
  decryptCode,
} from '../../access/codes/activationCodes';
import { defineHooks, type StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { assertGrantLimits } from './assertGrantLimits';

/** Decrypts the whole code of a row. */
export function decryptWholeCode(
  keys: readonly string[],
  { mark, sealed }: Pick<StoredOf<typeof activationCode>, 'mark' | 'sealed'>,
) {
  const code = mark === null || sealed === null ? undefined : decryptCode(keys, { mark, sealed });
  if (code === undefined) throw fault('row.sealed_elsewhere');
  return code;
}

const { unused, used } = activationCode.spec.fields.use_status.options.values;
/** A code is used up when no use is left, also after an admin changed the number of uses. */
async function useStatusOf(hook: HookContext, { id, num }: Pick<StoredOf<typeof activationCode>, 'id' | 'num'>) {
  const uses = await hook.find(activationUse.name, { field: 'code_id', op: '=', value: id });
  return uses.length >= num ? used : unused;
}

/** A grant cannot be negative, and days belong to an app. */
function assertConsistentGrant({ money, app_id, app_days }: Partial<StoredOf<typeof activationCode>>): void {
  const fields: Issue[] = [];
  if ((money ?? 0) < 0) fields.push({ path: 'money', code: 'too_small', params: { min: 0 } });
  const hasApp = (app_id ?? null) !== null;
  const hasDays = (app_days ?? null) !== null;
  if (hasApp !== hasDays) fields.push({ path: hasApp ? 'app_days' : 'app_id', code: 'required' });
  if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
}

const GRANTS = ['money', 'score', 'plugin_version_id', 'app_id'] as const;
/** The codes of a series grant something. A single code has only the specified fields, so it can be made without a grant. */
function assertGrantsSomething(
  { actor }: HookContext,
  changes: Partial<StoredOf<typeof activationCode>>,
  before?: StoredOf<typeof activationCode>,
): void {
  const row = { ...before, ...changes };
  const isChanged = before === undefined || GRANTS.some((name) => name in changes);
  const isConcerned = isChanged && (row.series ?? '') !== '';
  if (actor.kind !== 'staff' || !isConcerned || GRANTS.some((name) => Number(row[name] ?? 0) > 0)) return;
  throw fault('row.invalid', undefined, { fields: GRANTS.map((path) => ({ path, code: 'either' })) });
}

/** Staff give codes no end that is over. */
function assertExpiry(
  { actor, at }: HookContext,
  { expire_time: end }: Partial<StoredOf<typeof activationCode>>,
): void {
  if (actor.kind === 'staff' && typeof end === 'number' && end * 1000 <= at)
    throw fault('row.invalid', undefined, { fields: [{ path: 'expire_time', code: 'passed' }] });
}

export const activationCodeHooks = defineHooks(activationCode, {
  beforeWrite: async (hook, changes, before) => {
    const { code, mark: _mark, sealed: _sealed, ...rest } = changes;
    assertConsistentGrant({ ...before, ...rest });
    assertGrantsSomething(hook, rest, before);
    assertExpiry(hook, rest);
    await assertGrantLimits(hook, rest, before);
    if (before === undefined)
      return {
        ...rest,
        admin_id: hook.actor.kind === 'staff' ? hook.actor.id : null,
        ...encryptCode(hook.services.env.appKeys, code ?? createActivationCode()),
      };
    const { num } = rest;
    if (num === undefined || num === before.num) return rest;
    return { ...rest, use_status: await useStatusOf(hook, { id: before.id, num }) };
  },
  actions: {
    /** The module redeems codes: its route replaces this action. */
    redeem: () => {
      throw fault('server.not_implemented');
    },
    /** Changes no column. Throws when no key decrypts the code, so that no audit entry claims that it was shown. */
    reveal: ({ services }, row) => {
      decryptWholeCode(services.env.appKeys, row);
      return {};
    },
  },
  searchBy: {
    field: 'code',
    conditionsFor: (keys, text) =>
      isFullCode(text)
        ? computeBlindIndexes(keys, text).map((value) => ({ field: 'mark', op: '=', value }))
        : undefined,
  },
});
