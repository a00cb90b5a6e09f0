/** Apps get their key and secret when they are made; the entries of their menus stand in groups of the same app. */
import { randomBytes } from 'node:crypto';
import { app } from '../../common/entities/app';
import { appBusiness } from '../../common/entities/appBusiness';
import { newSalt } from '../access/apiTokens';
import { fault } from '../../common/protocol/faults';
import { behave, type Stored } from '../engine/behaviour';
import type { Step } from '../engine/writer';
import { rowNamed } from './found';

type Business = Partial<Stored<typeof appBusiness>>;

export const appBehaviour = behave(app, {
  beforeWrite: (_step, changes, before) =>
    before === undefined ? { ...changes, key: `app_${randomBytes(9).toString('hex')}`, secret: newSalt() } : changes,
  inside: async (step, after, before) => {
    if (before === undefined || after.company_id === before.company_id) return;
    const { kit, house } = step;
    const business = kit.registry.get('app_business');
    if (business === undefined) return;
    for (const row of await step.find(business.name, { field: 'app_id', op: '=', value: after.id }))
      await house.update(business, { id: Number(row['id']), company_id: after.company_id });
  },
  actions: { reset_secret: () => ({ secret: newSalt(), shown_time: null }) },
});

export const appBusinessBehaviour = behave(appBusiness, {
  beforeWrite: async (step, changes, before) => {
    const wanted = { ...before, ...changes };
    await refuseStrangeGroup(step, wanted);
    const owner = await rowNamed(step, 'app', wanted.app_id);
    const company = Number(owner?.['company_id'] ?? 0);
    if (company === 0 || wanted.company_id === company) return changes;
    // An entry belongs to whom its app belongs to, or members of one enterprise would read another's.
    if ((changes.company_id ?? null) !== null)
      throw fault('row.invalid', undefined, { fields: [{ path: 'company_id', code: 'choice' }] });
    return { ...changes, company_id: company };
  },
});

/** What an entry stands under must be a group, and of the same app. */
async function refuseStrangeGroup(step: Step, { pid, app_id }: Business): Promise<void> {
  if (pid === null || pid === undefined) return;
  const group = await rowNamed(step, 'app_business', pid);
  if (group !== undefined && (group['is_group'] !== 1 || group['app_id'] !== app_id))
    throw fault('row.invalid', undefined, { fields: [{ path: 'pid', code: 'choice' }] });
}
