/** Books the grants of a redeemed code in the transaction that redeems it: balance and points through the ledgers, a plugin version, days of an app. */
import { entitlement } from '../../../common/entities/entitlement';
import type { StoredRow } from '../../../common/entity/columns';
import { activationMemo } from '../../../common/locales/memos';
import { asString, stringOrEmpty } from '../../../common/json';
import { LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import type { LocalizedText } from '../../../common/modules/review';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findRowById } from '../../hooks/rowLookup';

const DAY_S = 86_400;

/** The grants that the member received. */
export interface CodeGrant {
  /** Decimal text. */
  readonly money?: string;
  readonly score?: number;
  readonly pluginVersionId?: number;
  readonly pluginTitle?: LocalizedText;
  readonly pluginVersion?: string;
  readonly appId?: number;
  readonly appTitle?: LocalizedText;
  /** Unix seconds until which the member may use the app. */
  readonly appUntil?: number;
}

/** Grants everything that the code names. Its row is locked and its use recorded, so it happens once for each member. */
export async function grantCode(hook: HookContext, code: StoredRow, memberId: number): Promise<CodeGrant> {
  const cents = Number(code['money'] ?? 0);
  const points = Number(code['score'] ?? 0);
  if (cents > 0) await bookGrant(hook, code, memberId, 'money', cents);
  if (points > 0) await bookGrant(hook, code, memberId, 'score', points);
  const pluginVersionId = Number(code['plugin_version_id'] ?? 0);
  if (pluginVersionId > 0) await grantVersion(hook, code, memberId, pluginVersionId);
  const appId = Number(code['app_id'] ?? 0);
  const appUntil = appId > 0 ? await extendApp(hook, code, memberId, appId) : undefined;
  return {
    ...(cents > 0 ? { money: formatCents(cents) } : {}),
    ...(points > 0 ? { score: points } : {}),
    ...(pluginVersionId > 0 ? { pluginVersionId, ...(await loadPluginNames(hook, pluginVersionId)) } : {}),
    ...(appUntil === undefined ? {} : { appId, appUntil, appTitle: getTitles(await findRowById(hook, 'app', appId)) }),
  };
}

const getTitles = (row: StoredRow | undefined): LocalizedText => {
  const [chinese, english] = [stringOrEmpty(row?.['title']), stringOrEmpty(row?.['title_en'])];
  return { en: english || chinese, 'zh-cn': chinese || english };
};
async function loadPluginNames(hook: HookContext, versionId: number) {
  const version = await findRowById(hook, 'plugin_version', versionId);
  const plugin = await findRowById(hook, 'plugin', version?.['plugin_id']);
  return { pluginTitle: getTitles(plugin), pluginVersion: stringOrEmpty(version?.['version']) };
}

/** The unique reference prevents a second entry, whatever happens to the record of the use. */
async function bookGrant(
  hook: HookContext,
  code: StoredRow,
  memberId: number,
  kind: LedgerKind,
  amount: number,
): Promise<void> {
  const entity = hook.services.registry.get(LEDGERS[kind]);
  if (entity === undefined) throw fault('server.not_implemented');
  const ref = `activation:${Number(code['id'])}:${memberId}`;
  await hook.asSystem.create(entity, {
    user_id: memberId,
    [kind]: kind === 'money' ? formatCents(amount) : amount,
    memo: activationMemo(asString(code['code']).slice(-4)),
    type: 'activation',
    ref,
    idem: ref,
    actor: `member:${memberId}`,
  });
}

async function grantVersion(hook: HookContext, code: StoredRow, memberId: number, versionId: number): Promise<void> {
  const slot = `${memberId}:version:${versionId}`;
  const [known] = await hook.find(entitlement.name, { field: 'slot', op: '=', value: slot });
  if (known !== undefined) {
    // A refund of the purchase must not take what the code gave.
    if (known['code_id'] === null)
      await hook.asSystem.update(entitlement, { id: Number(known['id']), code_id: Number(code['id']) });
    return;
  }
  const newRow = { user_id: memberId, plugin_version_id: versionId, code_id: Number(code['id']), slot };
  await hook.asSystem.create(entitlement, newRow);
}

/** Adds the days to what the member still has of the app; returns the new end. */
async function extendApp(hook: HookContext, code: StoredRow, memberId: number, appId: number): Promise<number> {
  const slot = `${memberId}:app:${appId}`;
  await hook.withLock(`entitlement:${slot}`);
  const [known] = await hook.find(entitlement.name, { field: 'slot', op: '=', value: slot });
  const now = Math.floor(hook.at / 1000);
  const until = Math.max(now, Number(known?.['until'] ?? 0)) + Number(code['app_days'] ?? 1) * DAY_S;
  const values = { until, code_id: Number(code['id']) };
  if (known === undefined)
    await hook.asSystem.create(entitlement, { user_id: memberId, app_id: appId, slot, ...values });
  else await hook.asSystem.update(entitlement, { id: Number(known['id']), ...values });
  return until;
}
