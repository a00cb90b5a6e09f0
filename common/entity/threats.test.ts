/** Hostile input for the fields of every entity is refused. */
import { LIMITS } from '../limits';
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import type { AnyEntity } from './entity';
import { getColumns, type Column } from './columns';
import { createRegistry } from './registry';
import { readValue } from './readValue';

const fields = createRegistry(entities).all.flatMap((entity: AnyEntity) =>
  [...getColumns(entity).values()].map((column) => ({ name: `${entity.name}.${column.name}`, column })),
);
const refused = (column: Column, value: unknown) => 'issues' in readValue(column, value);

// @case T3.04
describe('addresses', () => {
  const schemes = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://a.b/c',
    'blob:x',
    'about:blank',
  ];
  const spelled = schemes.flatMap((text) => [
    ...[
      text,
      text.toUpperCase(),
      ` ${text}`,
      `\u0001${text}`,
      `\u200b${text}`,
      text.replace(':', '\t:'),
      text.replace(':', ':\n'),
    ],
    ...[
      text.replace(':', '&colon;'),
      encodeURIComponent(text),
      `${text}#http://a.b`,
      `//${text}`,
      `\\${text}`,
      `view-source:${text}`,
    ],
  ]);
  const tricks = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'http:evil',
    'http:///',
    'https://',
    'http://a b.c',
    'http://a"b',
    "http://a'b",
    'http://<b>',
    'http://a`b',
    'http://user@',
    'ht tp://a.b',
    'evil.example',
    './x',
    '../x',
    '?x',
    '#x',
    'http://a.b/c d',
    'http://a.b/"onload=',
    '/x y',
    '/<x>',
    "/x'y",
    '/x"y',
  ];
  const addressed = fields.filter(
    ({ column: { kind, options } }) =>
      ['url', 'link'].includes(options.pattern ?? '') ||
      (['image', 'images', 'file', 'files'].includes(kind) && options.by !== 'id'),
  );
  it('every field with an address: accepts http(s) addresses and absolute paths only', () => {
    const vectors = [...spelled, ...tricks];
    expect(vectors.length).toBeGreaterThanOrEqual(110);
    expect(addressed.length).toBeGreaterThan(10);
    const taken = addressed.flatMap(({ name, column }) =>
      vectors
        .filter((vector) => !refused(column, column.store === 'json' ? [vector] : vector))
        // The trimmed value is validated.
        .map((vector) => `${name}: ${JSON.stringify(vector)}`),
    );
    expect(taken).toEqual([]);
  });
});

// @case T3.09
describe('free values', () => {
  const deep = (levels: number): unknown => Array.from({ length: levels }).reduce((inner) => ({ inner }), 1);
  const hostileFor = (bytes: number): readonly unknown[] => [
    JSON.parse('{"__proto__":{"polluted":1}}'),
    JSON.parse('{"constructor":{"prototype":{"polluted":1}}}'),
    JSON.parse('{"a":{"prototype":1}}'),
    deep(9),
    { long: 'x'.repeat(bytes) },
    Object.fromEntries(Array.from({ length: bytes / 12 }, (_, index) => [`k${index}`, 'xxxxxxxxxxxx'])),
    { text: 'a\u0000b' },
  ];
  it('every JSON field: refuses unsafe keys, deep nesting and large values', () => {
    const free = fields.filter(({ column }) => column.kind === 'json' || column.kind === 'key_values');
    expect(free.length).toBeGreaterThan(0);
    const taken = free.flatMap(({ name, column }) =>
      hostileFor(column.options.max ?? LIMITS.jsonBytes).flatMap((value, index) =>
        refused(column, value) ? [] : [`${name}: ${index}`],
      ),
    );
    expect(taken).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
