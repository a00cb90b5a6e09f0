/** Hooks of pages and site templates: the template of a page is of the channel `website`, and a template that pages use keeps this channel. */
import { page } from '../../../common/entities/page';
import { siteTemplate } from '../../../common/entities/siteTemplate';
import type { IssueCode } from '../../../common/entity/issue';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findRowById, lockRow } from '../rowLookup';
import { applyPublishingWindow } from './publishingHooks';

const WEBSITE = 'website';
const invalidField = (path: string, code: IssueCode) => fault('row.invalid', undefined, { fields: [{ path, code }] });

/** Error: `row.invalid` at `template_id` for a template of another channel. The locked template cannot change its channel meanwhile. */
async function assertWebsiteTemplate(hook: HookContext, id: number): Promise<void> {
  await lockRow(hook, siteTemplate.name, id);
  const template = await findRowById(hook, siteTemplate.name, id);
  if (template !== undefined && template['type'] !== WEBSITE) throw invalidField('template_id', 'website_template');
}

export const pageHooks = defineHooks(page, {
  beforeWrite: async (hook, changes, before) => {
    const { template_id: template } = changes;
    if (typeof template === 'number') await assertWebsiteTemplate(hook, template);
    return applyPublishingWindow(hook, changes, before);
  },
});

export const siteTemplateHooks = defineHooks(siteTemplate, {
  beforeWrite: async (hook, changes, before) => {
    if (before === undefined || changes.type === undefined || changes.type === WEBSITE) return changes;
    const pages = await hook.find(page.name, { field: 'template_id', op: '=', value: before.id });
    if (pages.length > 0) throw invalidField('type', 'template_used');
    return changes;
  },
});
