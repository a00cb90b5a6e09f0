/** Designed entities in the console: read from the bootstrap, added to the engine, and announced when they appear. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { serializeEntity } from '../../../common/definition/parseEntity';
import { registryOf } from '../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../engine/engineContext';
import { api } from '../../shared/api/api';
import type { StoredDefinition } from '../../shared/api/bootstrap';
import { Providers } from '../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { listOf, thing } from '../../testing/screenHarness';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { routes } from '../routes';
import { createDesignedEntities } from './designedEntities';

const BUILT_IN = registryOf({ thing });
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
const rights = { readable: ['id', 'title'], writable: ['title'] };

/** Opens the console with definitions that can change. */
async function openConsole(path: string, definitions: () => readonly object[]) {
  server = await startFakeHttpServer(({ path: requested }) => {
    if (requested !== '/admin/Index/index') return { envelope: { data: listOf([]) } };
    const isDesigned = definitions().length > 0;
    return {
      envelope: {
        data: {
          adminInfo: { id: 7, username: 'lin', nickname: 'Lin', super: true },
          menus: [rule('thing', 1), ...(isDesigned ? [rule('complaint', 2)] : [])],
          permissions: {},
          entities: { thing: rights, ...(isDesigned ? { complaint: rights } : {}) },
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

  it('stay the same object until their definition changes; a broken definition is left out', () => {
    const { app } = createTestClient();
    const designed = createDesignedEntities(app, createEngineConfig(BUILT_IN), []);
    const registryWith = (...definitions: readonly StoredDefinition[]) =>
      designed.engineWith(definitions, false).registry;
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
    const { registry } = designed.engineWith([{ ...complaint, name: 'thing' }], false);
    expect(registry.get('thing')).toBe(thing);
    expect(registry.all).toEqual([thing]);
  });

  it('are joined by the entities of super admins, with their screens, for super admins only', () => {
    const { app } = createTestClient();
    const designed = createDesignedEntities(app, createEngineConfig(BUILT_IN), []);
    const names = (isSuper: boolean) => designed.engineWith([], isSuper).registry.all.map(({ name }) => name);
    expect(names(false)).toEqual(['thing']);
    expect(names(true)).toEqual(['thing', 'crud_design', 'crud_design_field']);
    expect(designed.engineWith([], true).overrides.get('crud_design')?.form).toBeDefined();
  });
});
