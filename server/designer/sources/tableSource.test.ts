/** A built-in entity is a template that can be applied: the fields that only its code fills are left out, with the reason. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../../common/entities/index';
import { createRegistry, createRuntimeRegistry } from '../../../common/entity/registry';
import { checkDesign } from '../../../common/designer/checkDesign';
import { MENU_LAYOUT } from '../../modules/bootstrap/menuLayout';
import { designOfTable, findTableIssues } from './tableSource';

const registry = createRuntimeRegistry(createRegistry(entities));
const services = { db: undefined as never };
const menuGroups = MENU_LAYOUT.map(({ group }) => group);

describe('a design like a built-in entity', () => {
  it('the design of a built-in table has only fields that can be applied', async () => {
    for (const { name } of registry.all) {
      const design = await designOfTable({ services, registry }, name);
      const problems = checkDesign(design, { registry, takenNames: new Set(), menuGroups });
      expect([name, problems.filter(({ field }) => field !== undefined)]).toEqual([name, []]);
    }
  });

  it('lists the fields that it lacks with a sentence in the language of the reader', async () => {
    const [issue] = await findTableIssues({ services, registry }, 'en', 'webhook');
    expect(issue).toMatchObject({ column: 'secret', reason: 'problem', isLeftOut: true });
    const [chinese] = await findTableIssues({ services, registry }, 'zh-cn', 'webhook');
    expect(issue?.params?.['text']).toMatch(/^[A-Z][\w\s\W]*$/);
    expect(chinese?.params?.['text']).toMatch(/\p{Script=Han}/u);
    expect(await findTableIssues({ services, registry }, 'en', 'news')).toEqual([]);
  });
});
