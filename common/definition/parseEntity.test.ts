/** Stored definitions are parsed unchanged; anything else is refused with a path or a rule, never with an exception. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entities } from '../entities/index';
import { sample } from '../testing/sampleEntity';
import type { AnyEntity } from '../entity/entity';
import { parseEntity, serializeEntity } from './parseEntity';

const all: readonly AnyEntity[] = [...Object.values(entities), sample];
type Bag = Record<string, unknown>;
const copy = () =>
  serializeEntity(sample) as unknown as {
    name: unknown;
    spec: Bag & { fields: Record<string, Bag>; labels: Record<string, Bag> };
  };
const problems = (stored: unknown): readonly string[] => {
  const result = parseEntity(stored);
  return 'problems' in result ? result.problems : [];
};
const after = (change: (stored: ReturnType<typeof copy>) => void) => {
  const stored = copy();
  change(stored);
  return problems(stored).join('\n');
};

describe('parseEntity', () => {
  it.each(all.map((entity) => [entity.name, entity] as const))(
    '%s: parse after store returns the same entity',
    (_name, entity) => {
      expect(parseEntity(JSON.parse(JSON.stringify(serializeEntity(entity))))).toEqual({
        entity: { name: entity.name, spec: entity.spec },
      });
    },
  );

  it.each([null, undefined, 5, 'x', [], {}, { name: 'a' }, { name: 'a', spec: null }, { name: 1, spec: [] }])(
    '%j is not a definition',
    (stored) => {
      expect(problems(stored).length).toBeGreaterThan(0);
    },
  );

  it('reports problems with their paths', () => {
    expect(after((stored) => (stored.spec['menu'] = 5))).toBe('spec.menu: must be text');
    expect(after((stored) => (stored.spec['ghost'] = 1))).toBe('spec.ghost: this key doesn’t exist here');
    expect(after((stored) => Reflect.deleteProperty(stored.spec, 'title'))).toBe('spec.title: is missing');
    expect(after((stored) => (stored.spec.fields['title'] = { kind: 'blob', options: {} }))).toBe(
      'spec.fields.title.kind: "blob" is not a field kind',
    );
    expect(after((stored) => (stored.spec.fields['title'] = { kind: 'toString', options: {} }))).toMatch(
      /"toString" is not a field kind/,
    );
    expect(after((stored) => (stored.spec.fields['count'] = { kind: 'integer', options: { pattern: 'email' } }))).toBe(
      'spec.fields.count.options.pattern: this key doesn’t exist here',
    );
    expect(after((stored) => (stored.spec.fields['title'] = { kind: 'text', options: { required: 'yes' } }))).toBe(
      'spec.fields.title.options.required: "yes" is none of true',
    );
    expect(after((stored) => (stored.spec['access'] = { root: 'crud' }))).toBe(
      'spec.access.root: this key doesn’t exist here',
    );
    expect(after((stored) => (stored.spec['access'] = { staff: { read: { count: { actor: 'password' } } } }))).toMatch(
      /^spec\.access\.staff/,
    );
    expect(after((stored) => (stored.spec['form'] = [{ group: 'a', rows: [[5]] }]))).toMatch(/^spec\.form\.0/);
    expect(after((stored) => (stored.spec.labels = { en: {}, 'zh-cn': {}, fr: {} }))).toBe(
      'spec.labels.fr: this key doesn’t exist here',
    );
  });

  it('reports broken rules', () => {
    expect(after((stored) => (stored.name = 'No Name'))).toMatch(/its name must be snake_case/);
    expect(after((stored) => (stored.spec['title'] = 'ghost'))).toMatch(/its title “ghost” is not a column/);
    expect(
      after((stored) => (stored.spec.labels = { en: { $one: 'a', $many: 'b' }, 'zh-cn': { $one: 'a', $many: 'b' } })),
    ).toMatch(/has no label/);
    expect(after((stored) => (stored.spec.fields['stage'] = { kind: 'choice', options: {} }))).toMatch(
      /has no choices/,
    );
    expect(after((stored) => (stored.spec.fields['parent_id'] = { kind: 'ref', options: {} }))).toMatch(
      /is a reference, so it needs a target/,
    );
  });

  it('refuses keys that could reach a prototype', () => {
    const stored = JSON.stringify(copy()).replace('"count":{', '"__proto__":{"kind":"text","options":{}},"count":{');
    expect(problems(JSON.parse(stored)).join()).toMatch(/__proto__: this key is not allowed/);
    expect(Reflect.get({}, 'kind')).toBeUndefined();
  });

  it('never throws when any part is replaced', () => {
    const paths = [
      'name',
      'spec',
      'menu',
      'fields',
      'title',
      'list',
      'form',
      'access',
      'labels',
      'mergeGroups',
      'transitions',
      'children',
      'actions',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.anything(), (path, value) => {
        const stored = copy();
        Object.assign(path === 'name' || path === 'spec' ? stored : stored.spec, { [path]: value });
        expect(Object.keys(parseEntity(stored))).toHaveLength(1);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(fc.property(fc.anything(), (value) => expect(Object.keys(parseEntity(value))).toHaveLength(1)));
  });
});
