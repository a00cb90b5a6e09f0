/** Permissions of single fields: who sees and writes them, their keys, their labels and the rules for their names. */
import { describe, expect, it } from '@jest/globals';
import { lintDefinition } from './lintDefinition';
import { parseEntity, serializeEntity } from './parseEntity';
import { printEntity } from './printEntity';
import { entityLabels } from '../locales/entityLabels';
import { GUEST, permissionClass, readableColumns, SYSTEM, writableColumns, type Actor } from '../entity/access';
import { findColumn } from '../entity/columns';
import { defineEntity } from '../entity/entity';
import { money, password, text } from '../entity/field';
import { permissionActions } from '../entity/permissionKeys';

const labels = { $one: 'Case', $many: 'Cases', name: 'Name', phone: 'Phone', mail: 'Mail', level: 'Level', fee: 'Fee' };
const supportCase = defineEntity('support_case', {
  menu: 'developer',
  icon: 'category',
  sensitivity: 'public',
  title: 'name',
  fields: {
    name: text({ required: true }),
    phone: text({ readPermission: 'see_contact', writePermission: 'write_phone' }),
    mail: text({ readPermission: 'see_contact' }),
    level: text({ writePermission: 'write_level' }),
    fee: money({ readPermission: 'see_fee' }),
  },
  list: { columns: ['name', 'phone'] },
  form: ['name', 'phone', 'mail', 'level', 'fee'],
  access: { staff: 'crud', member: { read: true, update: true }, guest: { read: true } },
  labels: { en: labels, 'zh-cn': { ...labels, phone: '电话', mail: '邮箱', level: '级别' } },
});

const staff = (...actions: string[]): Actor => ({
  ...SYSTEM,
  kind: 'staff',
  id: 7,
  name: 'clerk',
  isSuper: false,
  scope: 'all',
  permissions: new Set(['index', 'add', 'edit', ...actions].map((action) => `support_case/${action}`)),
});
const member: Actor = { ...GUEST, kind: 'member', id: 9, permissions: new Set(['*']) };
const OWN_FIELDS = Object.keys(supportCase.spec.fields);
const names = (columns: readonly { readonly name: string }[]) =>
  columns.map(({ name }) => name).filter((name) => OWN_FIELDS.includes(name));
const sees = (actor: Actor) => names(readableColumns(actor, supportCase));
const writes = (actor: Actor) => names(writableColumns(actor, supportCase));

describe('permissions of fields', () => {
  it('hide a field from all who lack its permission, members and guests included', () => {
    expect(sees(staff())).toEqual(['name', 'level']);
    expect(sees(staff('see_restricted', 'see_money'))).toEqual(['name', 'level']);
    expect(sees(staff('see_contact'))).toEqual(['name', 'phone', 'mail', 'level']);
    expect(sees(staff('see_fee'))).toEqual(['name', 'level', 'fee']);
    expect(sees({ ...staff(), isSuper: true })).toEqual(OWN_FIELDS);
    expect([sees(member), sees(GUEST)]).toEqual([
      ['name', 'level'],
      ['name', 'level'],
    ]);
  });

  it('need the read and the write permission to write a field', () => {
    expect(writes(staff())).toEqual(['name']);
    expect(writes(staff('see_contact'))).toEqual(['name', 'mail']);
    expect(writes(staff('write_phone', 'write_level'))).toEqual(['name', 'level']);
    expect(writes(staff('see_contact', 'write_phone'))).toEqual(['name', 'phone', 'mail']);
    expect(writes(member)).toEqual(['name']);
  });

  it('put readers of different fields into different permission classes', () => {
    const getClass = (...actions: string[]) => permissionClass(staff(...actions), supportCase);
    expect(getClass('see_contact')).not.toBe(getClass());
    expect(getClass('write_level')).toBe(getClass());
  });

  it('are actions of the entity, each once, with labels that name their fields', () => {
    const own = permissionActions(supportCase).filter((action) => /^(?:see|write)_/.test(action));
    expect(own).toEqual(['see_contact', 'write_phone', 'write_level', 'see_fee']);
    const { actions } = entityLabels(supportCase, 'en');
    expect([actions['see_contact'], actions['write_level']]).toEqual(['View Phone, Mail', 'Edit Level']);
    expect(entityLabels(supportCase, 'zh-cn').actions['see_contact']).toBe('查看电话、邮箱');
  });

  it('make a field restricted where its readers are not known', () => {
    expect(findColumn(supportCase, 'fee')?.sensitivity).toBe('restricted');
  });

  it('are stored, read and printed with the definition', () => {
    expect(parseEntity(JSON.parse(JSON.stringify(serializeEntity(supportCase))))).toEqual({ entity: supportCase });
    expect(printEntity(supportCase)).toContain("level: text({ writePermission: 'write_level' })");
  });
});

describe('the rules for permissions of fields', () => {
  const problems = (options: object, spec: object = {}) => {
    const fields = { ...supportCase.spec.fields, level: text(options) };
    return lintDefinition({ ...supportCase, spec: { ...supportCase.spec, fields, ...spec } });
  };
  it('accept a definition that follows them', () => {
    expect(lintDefinition(supportCase)).toEqual([]);
  });
  it.each([
    ['see_restricted', 'readPermission'],
    ['view_level', 'readPermission'],
    ['see_', 'readPermission'],
    ['edit', 'writePermission'],
    ['write_Level', 'writePermission'],
    ['write_level; DROP', 'writePermission'],
  ])('refuse the name %s as %s', (name, option) => {
    expect(problems({ [option]: name }).join()).toContain(`the permission ${name} of “level” must be snake_case`);
  });
  it('refuse a permission that an action or a transition has', () => {
    const transitions = { status: { close: { from: [], to: 'x', node: 'write_level' } } };
    expect(problems({ writePermission: 'write_level' }, { transitions }).join()).toContain('used for nothing else');
  });
  it('refuse a permission beside a sensitivity, on a password, without a writer, and where groups hold none', () => {
    expect(problems({ readPermission: 'see_level', sensitivity: 'public' }).join()).toContain('sensitivity');
    expect(problems({ writePermission: 'write_level', readonly: true }).join()).toContain('no one can write it');
    expect(problems({ writePermission: 'write_level' }, { superOnly: true }).join()).toContain('role groups can’t');
    const fields = { ...supportCase.spec.fields, level: password({ readPermission: 'see_level' }) };
    expect(lintDefinition({ ...supportCase, spec: { ...supportCase.spec, fields } }).join()).toContain('be a password');
  });
  it('refuse a title that not all readers see', () => {
    const fields = { ...supportCase.spec.fields, name: text({ required: true, readPermission: 'see_name' }) };
    const problem = lintDefinition({ ...supportCase, spec: { ...supportCase.spec, fields } });
    expect(problem.join()).toContain('its title “name” isn’t visible to everyone');
  });
});
