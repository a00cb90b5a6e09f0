/** Types that the compiler infers from a definition. `@ts-expect-error` fails when a check is lost. */
import { describe, expect, it } from '@jest/globals';
import type { news } from '../entities/news';
import type { adminLog } from '../entities/adminLog';
import type { menuRule } from '../entities/menuRule';
import type { entities } from '../entities/index';
import { fault } from '../protocol/faults';
import type { sample } from '../testing/sampleEntity';
import { defineEntity, type ActionOf, type CreateInput, type Infer } from './entity';
import { choice, ref, text } from './field';
import { defineRegistry, type RowOfEntity } from './registry';

/** A function of a type compares types exactly, which `extends` alone does not. */
type Probe<A> = <T>() => T extends A ? 1 : 2;
type Eq<A, B> = Probe<A> extends Probe<B> ? true : false;
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller gives the type and nothing else
const same = <T extends true>(_proof?: T): void => undefined;

type News = Infer<typeof news>;
type Rule = Infer<typeof menuRule>;
const words = { $one: 'a', $many: 'a', t: 'a' };
const spec = { menu: 'content', icon: 'article', sensitivity: 'public' } as const;

describe('the compiler', () => {
  it('infers the record as read', () => {
    same<Eq<News['title'], string>>();
    same<Eq<News['description'], string | null>>();
    same<Eq<News['cat_ids'], readonly number[] | null>>();
    same<Eq<News['thumbnail'], string | null>>();
    same<Eq<News['status'], 0 | 1>>();
    same<Eq<News['revision'], number>>();
    same<Eq<News['delete_time'], number | null>>();
    same<Eq<Rule['type'], 'menu_dir' | 'menu' | 'button'>>();
    same<Eq<Rule['menu_type'], 'tab' | 'link' | 'iframe' | null>>();
    same<Eq<RowOfEntity<typeof entities, 'news'>, News>>();
    // @ts-expect-error a log has no delete_time
    same<Eq<Infer<typeof adminLog>['delete_time'], number>>();
    expect(true).toBe(true);
  });

  it('infers the fields that a create call must send', () => {
    const draft: CreateInput<typeof news> = { title: 'a', content: 'b' };
    // @ts-expect-error content is required
    const short: CreateInput<typeof news> = { title: 'a' };
    // @ts-expect-error status is 0 or 1
    const wrong: CreateInput<typeof news> = { title: 'a', content: 'b', status: 2 };
    expect([draft, short, wrong]).toHaveLength(3);
  });

  it('infers the actions of an entity', () => {
    same<Eq<ActionOf<typeof sample>, 'polish'>>();
    same<Eq<ActionOf<typeof news>, never>>();
    expect(true).toBe(true);
  });

  it('refuses a default that is not a choice', () => {
    // @ts-expect-error default must be one of the names
    const field = choice({ received: 0 }, { default: 'nope' });
    expect(field.kind).toBe('choice');
  });

  it('refuses a reference to an entity that is not registered', () => {
    const orphan = defineEntity('orphan', {
      ...spec,
      fields: { t: text({ required: true }), a: ref('ghost') },
      title: 't',
      list: { columns: ['t'] },
      form: ['t', 'a'],
      access: {},
      labels: { en: { ...words, a: 'a' }, 'zh-cn': { ...words, a: 'a' } },
    });
    // @ts-expect-error ref to an unknown entity
    expect(Object.keys(defineRegistry({ orphan }))).toEqual(['orphan']);
  });

  it('refuses translations of fields that are not texts', () => {
    const base = { ...spec, title: 't', list: { columns: ['t'] }, form: ['t'], access: {} } as const;
    const fields = { t: text({ required: true }), n: ref('a') } as const;
    const labels = { en: { ...words, n: 'n' }, 'zh-cn': { ...words, n: 'n' } } as const;
    expect([
      defineEntity('a', { ...base, fields, labels, translations: ['t'] }),
      // @ts-expect-error a reference has no language
      defineEntity('a', { ...base, fields, labels, translations: ['n'] }),
      // @ts-expect-error no such field
      defineEntity('a', { ...base, fields, labels, translations: ['ghost'] }),
    ]).toHaveLength(3);
  });

  it('refuses unknown columns in lists, sorts, forms, access, owner and tree', () => {
    const base = { ...spec, fields: { t: text({ required: true }) }, labels: { en: words, 'zh-cn': words } } as const;
    const good = { title: 't', list: { columns: ['t'] }, form: ['t'], access: {} } as const;
    expect([
      defineEntity('a', { ...base, ...good }),
      // @ts-expect-error no such column
      defineEntity('a', { ...base, ...good, list: { columns: ['nope'] } }),
      // @ts-expect-error no such column
      defineEntity('a', { ...base, ...good, list: { columns: ['t'], sort: '-nope' } }),
      // @ts-expect-error no such field
      defineEntity('a', { ...base, ...good, form: [['t', 'nope']] }),
      // @ts-expect-error no such column
      defineEntity('a', { ...base, ...good, access: { guest: { read: { status: 1 } } } }),
      // @ts-expect-error no such field
      defineEntity('a', { ...base, ...good, owner: 'admin_id' }),
      // @ts-expect-error no such field
      defineEntity('a', { ...base, ...good, tree: 'pid' }),
      // @ts-expect-error no such field
      defineEntity('a', { ...base, ...good, title: 'nope' }),
    ]).toHaveLength(8);
  });

  it('refuses missing and surplus labels', () => {
    const base = { ...spec, fields: { t: text(), s: choice({ on: 1 }) }, title: 't' } as const;
    const more = { list: { columns: ['t'] }, form: ['t'], access: {} } as const;
    const complete = { ...words, s: ['S', { on: 'On' }] } as const;
    expect([
      defineEntity('a', { ...base, ...more, labels: { en: complete, 'zh-cn': complete } }),
      // @ts-expect-error the Chinese label of s is missing
      defineEntity('a', { ...base, ...more, labels: { en: complete, 'zh-cn': words } }),
      // @ts-expect-error the name of the choice is missing
      defineEntity('a', { ...base, ...more, labels: { en: complete, 'zh-cn': { ...words, s: ['S', {}] } } }),
      // @ts-expect-error the action has no label
      defineEntity('a', { ...base, ...more, actions: ['pack'], labels: { en: complete, 'zh-cn': complete } }),
    ]).toHaveLength(4);
  });

  it('infers the parameters of a fault', () => {
    const raised = [
      fault('row.missing'),
      fault('upload.picture', { name: 'a.png' }),
      // @ts-expect-error the name is missing
      fault('upload.picture'),
      // @ts-expect-error there is no such fault
      fault('row.lost'),
    ];
    expect(raised).toHaveLength(4);
  });
});
