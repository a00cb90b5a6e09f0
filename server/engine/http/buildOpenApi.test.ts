/** The API document: which inputs of a call are required. */
import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { buildOpenApi } from './buildOpenApi';
import { OPTIONAL_ID, TEXT_ID, type Route } from './routeRegistry';

const common = { method: 'GET', realm: 'admin', access: 'admin', body: 'none', summary: '' } as const;
const handler = () => Promise.resolve({ data: null });
const routes: readonly Route[] = [
  { ...common, path: '/admin/thing/edit', query: ['id'], handler },
  { ...common, path: '/admin/thing/why', query: ['id', 'uid'], parameters: OPTIONAL_ID, handler },
  { ...common, path: '/admin/thing/offer', query: ['id'], parameters: TEXT_ID, handler },
  {
    ...{ ...common, method: 'POST', body: 'json', path: '/admin/thing/make', query: [], handler },
    input: z.strictObject({ name: z.string(), count: z.number().default(1), note: z.string().optional() }),
  },
];
const { paths } = buildOpenApi(routes, [], { title: 't', version: '1', lang: 'en' }) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
};

it('buildOpenApi: says which parameters are required, and that some ids are texts', () => {
  const parametersOf = (path: string) => paths[path]?.['get']?.['parameters'];
  const rowId = { name: 'id', in: 'query', schema: { type: 'integer', minimum: 1 } };
  expect(parametersOf('/admin/thing/edit')).toEqual([{ ...rowId, required: true }]);
  expect(parametersOf('/admin/thing/why')).toEqual([
    { ...rowId, required: false },
    { name: 'uid', in: 'query', required: false, schema: { type: 'string' } },
  ]);
  expect(parametersOf('/admin/thing/offer')).toEqual([{ ...rowId, required: true, schema: { type: 'string' } }]);
});

it('buildOpenApi: an input with a default is not required', () => {
  expect(paths['/admin/thing/make']?.['post']?.['requestBody']).toMatchObject({
    content: { 'application/json': { schema: { required: ['name'] } } },
  });
});
