/** Designed entities in the console: read from the bootstrap, added to the engine, and announced when they appear. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { serializeEntity } from '../../../common/definition/parseEntity';
import { createRegistry } from '../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../engine/engineContext';
import { api } from '../../shared/api/api';
import type { StoredDefinition } from '../../shared/api/bootstrap';
import { Providers } from '../../shared/startup/Providers';
import {
  startFakeHttpServer,
  type FakeHttpServer,
  type FakeResponse,
  type RecordedRequest,
} from '../../testing/fakeHttpServer';
import { createListResponse, thing } from '../../testing/screenHarness';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { routes } from '../routes';
import { createDesignedEntities } from './designedEntities';

const BUILT_IN = createRegistry({ thing });
const complaint = serializeEntity({
  ...thing,
  name: 'complaint',
  spec: {
    ...thing.spec,
    fields: { title: thing.spec.fields.title },
    list: { columns: ['id', 'title'], sort: '-id' },
    form: ['title'],
    labels: {
      en: { $one: 'Complaint', $many: 'Complaints', title: 'Title' },
      'zh-cn': { $one: '投诉', $many: '投诉', title: '标题' },
    },
  },
});

let server: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await server?.close();
  server = undefined;
});

const rule = (name: string, id: number) => ({ id, type: 'menu', title: name, name, path: name, menu_type: 'tab' });
interface FieldPermissions {
  readonly readable: readonly string[];
  readonly writable: readonly string[];
}
const FIELD_PERMISSIONS: FieldPermissions = { readable: ['id', 'title'], writable: ['title'] };
interface ConsoleOptions {
  readonly answer?: (request: RecordedRequest) => FakeResponse | undefined;
  readonly fieldPermissions?: () => FieldPermissions;
}

/** Opens the console with definitions that can change. `answer`: responses besides those of the bootstrap. */
async function openConsole(
  path: string,
  definitions: () => readonly object[],
  { answer, fieldPermissions = () => FIELD_PERMISSIONS }: ConsoleOptions = {},
) {
  server = await startFakeHttpServer((request) => {
    const { path: requested } = request;
    const own = answer?.(request);
    if (own !== undefined) return own;
    if (requested !== '/admin/Index/index') return { envelope: { data: createListResponse([]) } };
    const isDesigned = definitions().length > 0;
    return {
      envelope: {
        data: {
          adminInfo: { id: 7, username: 'lin', nickname: 'Lin', super: true },
          menus: [rule('thing', 1), ...(isDesigned ? [rule('complaint', 2)] : [])],
          permissions: { '/admin/complaint': ['index', 'edit'].map((action) => `/admin/complaint/${action}`) },
          entities: { thing: FIELD_PERMISSIONS, ...(isDesigned ? { complaint: fieldPermissions() } : {}) },
          definitions: definitions(),
        },
      },
    };
  });
  const client = createTestClient({ origin: server.origin, person: createTestUser() });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <Providers client={client}>
      <EngineContext value={createEngineConfig(BUILT_IN)}>
        <RouterProvider router={router} />
      </EngineContext>
    </Providers>,
  );
  return { client, refetch: () => act(() => void client.store.dispatch(api.util.invalidateTags(['Bootstrap']))) };
}
const menu = async () => within(await screen.findByRole('navigation', { name: 'Main menu' }));

describe('designed entities', () => {
  it('have a menu entry and a list when the console opens at their address', async () => {
    const { client } = await openConsole('/admin/complaint', () => [complaint]);
    expect(await (await menu()).findByRole('link', { name: 'Complaints' })).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Complaints' })).toBeInTheDocument();
    expect(client.app.toasts.list()).toEqual([]);
  });

  it('are announced when they appear while the console is open, and the open screen stays', async () => {
    let definitions: readonly object[] = [];
    const { client, refetch } = await openConsole('/admin/thing', () => definitions);
    const heading = await screen.findByRole('heading', { name: 'Things' });
    definitions = [complaint];
    refetch();
    expect(await (await menu()).findByRole('link', { name: 'Complaints' })).toBeInTheDocument();
    await waitFor(() =>
      expect(client.app.toasts.list().map(({ text }) => text)).toEqual(['New in the menu: Complaints']),
    );
    expect(heading).toBeInTheDocument();
  });

  it('an open list says that its screen no longer exists once the entity is gone', async () => {
    let definitions: readonly object[] = [complaint];
    const { refetch } = await openConsole('/admin/complaint', () => definitions);
    await screen.findByRole('heading', { name: 'Complaints' });
    definitions = [];
    refetch();
    expect(await screen.findByText('This screen no longer exists')).toBeVisible();
    expect(screen.queryByText('No access')).toBeNull();
  });

  it('stay the same object until their definition changes; a broken definition is left out', () => {
    const { app } = createTestClient();
    const designed = createDesignedEntities(app, createEngineConfig(BUILT_IN), []);
    const registryWith = (...definitions: readonly StoredDefinition[]) =>
      designed.createEngineFor(definitions, false).registry;
    const first = registryWith(complaint).get('complaint');
    expect(first?.name).toBe('complaint');
    expect(registryWith(structuredClone(complaint)).get('complaint')).toBe(first);
    const changed = { ...complaint, spec: { ...complaint.spec, icon: 'star' } };
    expect(registryWith(changed).get('complaint')).not.toBe(first);
    const broken = registryWith({ name: 'complaint', spec: { fields: {} } });
    expect(broken.all).toEqual(BUILT_IN.all);
  });

  it('never replace a built-in entity', () => {
    const { app } = createTestClient();
    const designed = createDesignedEntities(app, createEngineConfig(BUILT_IN), []);
    const { registry } = designed.createEngineFor([{ ...complaint, name: 'thing' }], false);
    expect(registry.get('thing')).toBe(thing);
    expect(registry.all).toEqual([thing]);
  });

  it('designed entities: only super admins also get the entities and screens of super admins', () => {
    const { app } = createTestClient();
    const designed = createDesignedEntities(app, createEngineConfig(BUILT_IN), []);
    const names = (isSuper: boolean) => designed.createEngineFor([], isSuper).registry.all.map(({ name }) => name);
    expect(names(false)).toEqual(['thing']);
    expect(names(true)).toEqual(['thing', 'crud_design', 'crud_design_field', 'market_key', 'market_source']);
    expect(designed.createEngineFor([], true).overrides.get('crud_design')?.form).toBeDefined();
  });
});

describe('an open form of a designed entity', () => {
  const withFields = (fields: object, form: readonly string[]) => ({
    name: 'complaint',
    spec: {
      ...complaint.spec,
      fields,
      form,
      labels: {
        en: { $one: 'Complaint', $many: 'Complaints', ...Object.fromEntries(Object.keys(fields).map(getLabel)) },
        'zh-cn': { $one: '投诉', $many: '投诉', ...Object.fromEntries(Object.keys(fields).map(getLabel)) },
      },
    },
  });
  const getLabel = (name: string) => [name, `Label of ${name}`] as const;
  const title = complaint.spec.fields['title'];
  const note = (options: object = {}) => ({ kind: 'text', options });
  const before = withFields({ title, note: note(), place: note() }, ['title', 'note', 'place']);

  /** Types a text into each of both fields, then activates another definition. */
  async function typeAndChange(after: object, row: object) {
    let [definition, stored]: [object, object] = [before, { title: 'One', note: 'old note', place: 'old place' }];
    const names = () => Object.keys((definition as { spec: { fields: object } }).spec.fields);
    const posted: unknown[] = [];
    const { refetch } = await openConsole('/admin/complaint/5', () => [definition], {
      fieldPermissions: () => ({ readable: ['id', ...names()], writable: names() }),
      answer: ({ path, method, body }) => {
        if (path !== '/admin/complaint/edit') return undefined;
        const current = { id: 5, revision: 1, weigh: 0, create_time: 1, update_time: 1, ...stored };
        if (method === 'GET') return { envelope: { data: { row: current, refs: {}, seq: '1', epoch: 'e' } } };
        posted.push(body);
        return {
          envelope: { data: { id: 5, revision: 2, row: current, ignored: [], merged: [], seq: '2', cid: 'c' } },
        };
      },
    });
    const user = userEvent.setup();
    const field = async (name: string) => screen.findByLabelText<HTMLInputElement>(`Label of ${name}`);
    await user.type(await field('note'), ' and more');
    await user.type(await field('place'), ' and else');
    [definition, stored] = [after, row];
    refetch();
    return { user, field, posted };
  }

  it('shows typed text under the new name of its field, and saves it there', async () => {
    const after = withFields({ title, remark: note({ formerNames: ['note'] }), place: note() }, [
      'title',
      'remark',
      'place',
    ]);
    const row = { title: 'One', remark: 'old note', place: 'old place' };
    const { user, field, posted } = await typeAndChange(after, row);
    expect((await field('remark')).value).toBe('old note and more');
    expect((await field('place')).value).toBe('old place and else');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]).toMatchObject({ remark: 'old note and more', _base: { remark: 'old note' } });
    expect(posted[0]).not.toHaveProperty('note');
  });

  it('keeps typed text of a removed field to be copied, with the label that it had', async () => {
    const after = withFields({ title, place: note() }, ['title', 'place']);
    await typeAndChange(after, { title: 'One', place: 'old place' });
    const removed = within(await screen.findByRole('region', { name: 'Removed fields' }));
    expect(removed.getByRole('group', { name: 'Label of note' })).toHaveTextContent('old note and more');
    expect(removed.getByText('This field was removed. Copy your text if you need it.')).toBeInTheDocument();
    expect(removed.getByRole('button', { name: 'Copy' })).toBeInTheDocument();
    expect(screen.getByLabelText<HTMLInputElement>('Label of place').value).toBe('old place and else');
  });
});
