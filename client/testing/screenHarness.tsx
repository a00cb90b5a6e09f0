/** Renders screens with a real store that sends real requests to a small fake server; its entity has every field type. */
import { act, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { defineEntity, type AnyEntity } from '../../common/entity/entity';
import {
  array,
  choice,
  choices,
  city,
  color,
  date,
  datetime,
  file,
  files,
  float,
  icon,
  image,
  images,
  integer,
  json,
  keyValues,
  money,
  onOff,
  onOffSwitch,
  password,
  ref,
  refs,
  richText,
  text,
  time,
  year,
} from '../../common/entity/field';
import { getColumns } from '../../common/entity/columns';
import type { WireRow } from '../../common/entity/projectRow';
import { createRegistry } from '../../common/entity/registry';
import type { Change, ChangeFrame, ListResponse, TopicSpec } from '../../common/protocol/liveEvents';
import { BootstrapContext, parseBootstrap } from '../shared/api/bootstrap';
import { DialogHost } from '../shared/controls/DialogHost';
import { framesReceived } from '../shared/store/entities';
import { Providers } from '../shared/startup/Providers';
import type { TopicHandlers } from '../shared/live/topics';
import { startFakeHttpServer, type RecordedRequest, type FakeHttpServer, type FakeResponse } from './fakeHttpServer';
import { createTestClient, createTestUser, type TestClient } from './testClient';
import { EngineContext, createEngineConfig } from '../engine/engineContext';
import type { EntityOverride } from '../engine/override';

const label = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const fields = {
  title: text({ required: true, max: 60, search: true }),
  note: text({ max: 500, lines: 3 }),
  body: richText(),
  secret: password(),
  size: integer({ min: 0 }),
  ratio: float(),
  price: money(),
  day: date(),
  moment: datetime(),
  clock: time(),
  founded: year(),
  open: onOffSwitch({ default: 0 }),
  state: choice({ draft: 0, published: 1 }, { default: 'draft', as: 'radio' }),
  tags: choices({ red: 1, blue: 2 }),
  parent: ref('thing', { tree: true }),
  friends: refs('thing'),
  place: city(),
  sign: icon(),
  paint: color(),
  cover: image(),
  gallery: images(),
  paper: file(),
  papers: files(),
  words: array(),
  extra: json(),
  pairs: keyValues(),
  status: onOff(),
} as const;
const names = Object.fromEntries(Object.keys(fields).map((name) => [name, label(name)]));
const createLabels = (one: string, many: string) =>
  ({
    ...names,
    $one: one,
    $many: many,
    state: ['State', { draft: 'Draft', published: 'Published' }],
    tags: ['Tags', { red: 'Red', blue: 'Blue' }],
    status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
  }) as never; // built from the fields above, so every name is there

/** An entity with a field of every type. Its form shows only some of them: rendering all takes most of a test's time. */
export const createThingEntity = (...shown: readonly (keyof typeof fields)[]) =>
  defineEntity('thing', {
    menu: 'content',
    icon: 'label',
    sensitivity: 'public',
    fields,
    title: 'title',
    list: { columns: ['id', 'title', 'price', 'open', 'state', 'create_time'], sort: '-id' },
    form: ['title', { group: 'all', rows: shown }],
    access: { staff: 'crud' },
    labels: { en: createLabels('Thing', 'Things'), 'zh-cn': createLabels('物品', '物品') },
  });
export const thing = createThingEntity('note', 'price', 'open');
/** The same entity with all fields in its form. */
export const wholeThing = createThingEntity(...(Object.keys(fields).slice(1) as (keyof typeof fields)[]));

export const thingRow = (id: number, patch: WireRow = {}): WireRow => ({
  id,
  revision: 1,
  weigh: id,
  create_time: 1_700_000_000,
  update_time: 1_700_000_000,
  title: `Thing ${id}`,
  note: null,
  body: '<p>x</p>',
  price: '12.50',
  open: 0,
  state: 0,
  status: 1,
  ...patch,
});
/** A row in which every column has a value or is empty on purpose. */
export const wholeRow = (id: number, patch: WireRow = {}): WireRow => ({
  ...Object.fromEntries([...getColumns(thing).keys()].filter((name) => name !== 'secret').map((name) => [name, null])),
  ...thingRow(id, patch),
});

export const createListResponse = (rows: readonly WireRow[], total = rows.length): ListResponse => ({
  list: rows,
  total,
  seq: '10',
  epoch: 'e1',
  refs: {},
  remark: '',
});

const DEFAULT_ACTIONS = ['index', 'add', 'edit', 'del'];
export interface Screen {
  readonly fakeServer: FakeHttpServer;
  readonly client: TestClient;
  readonly address: () => URL;
  /** Follows a link within the page. */
  readonly go: (to: string) => Promise<void>;
  readonly container: HTMLElement;
  /** Delivers a change of one row as the live connection does. */
  readonly receiveChange: (change: Change) => void;
  /** Delivers a frame of the list's topic: to the store first, then to the lists that subscribe to it. */
  readonly receiveFrame: (frame: Partial<ChangeFrame>) => void;
  /** The topics to which the screen subscribes now. */
  readonly subscribedTopics: () => readonly TopicSpec[];
  readonly close: () => Promise<void>;
}
/** The live connection of a client, with a function that delivers frames: the fake server has no live channel. */
function createFakeLiveChannel(client: TestClient) {
  const { live } = client.app;
  const followed = new Set<{ readonly spec: TopicSpec; readonly watcher: TopicHandlers }>();
  const subscribe: typeof live.subscribe = (spec, since, watcher) => {
    const one = { spec, watcher };
    followed.add(one);
    const stop = live.subscribe(spec, since, watcher);
    return () => {
      followed.delete(one);
      stop();
    };
  };
  const receiveFrame = (patch: Partial<ChangeFrame>) => {
    const frame: ChangeFrame = { t: 't', e: 'thing', s: '11', c: [], ...patch };
    client.store.dispatch(framesReceived([frame]));
    for (const { spec, watcher } of followed) if (spec.k === 'list' && spec.e === frame.e) watcher.onFrame?.(frame);
  };
  const subscribedTopics = () => [...followed].map(({ spec }) => spec);
  return {
    receiveFrame,
    subscribedTopics,
    client: { ...client, app: { ...client.app, live: { ...live, subscribe } } },
  };
}

interface ScreenOptions {
  /** Other form fields of the entity. */
  readonly entity?: AnyEntity;
  readonly respond: (request: RecordedRequest) => FakeResponse | undefined;
  readonly at?: string;
  readonly actions?: readonly string[];
  /** Permission keys on other entities, such as `app/package`. */
  readonly otherPermissions?: readonly string[];
  /** Columns that the reader may not see. */
  readonly hidden?: readonly string[];
  /** Read-only columns. */
  readonly locked?: readonly string[];
  readonly overrides?: readonly EntityOverride[];
  /** Further entities, with all permissions for them. */
  readonly others?: readonly AnyEntity[];
  /** The reader is a super admin. */
  readonly isSuper?: boolean;
  /** Menu rules, as the bootstrap has them. */
  readonly menus?: readonly unknown[];
  /** The id of the reader: 7 for a super admin, 0 otherwise. */
  readonly adminId?: number;
}

const allRights = (entity: AnyEntity) => {
  const columns = [...getColumns(entity).values()];
  return {
    readable: columns.filter(({ sensitivity }) => sensitivity !== 'secret').map(({ name }) => name),
    writable: columns.filter((column) => !column.readonly).map(({ name }) => name),
  };
};

/** Renders a screen at `/admin/thing`. The fake server responds with 404 to requests without a prepared response. */
export async function openScreen(
  element: ReactElement,
  {
    entity = thing,
    respond,
    at = '/admin/thing',
    actions = DEFAULT_ACTIONS,
    otherPermissions = [],
    hidden = [],
    locked = [],
    overrides,
    others = [],
    isSuper = false,
    menus = [],
    adminId,
  }: ScreenOptions,
): Promise<Screen> {
  const fakeServer = await startFakeHttpServer(
    (request) => respond(request) ?? { status: 404, envelope: { code: 404, msg: 'missing' } },
  );
  const { receiveFrame, subscribedTopics, client } = createFakeLiveChannel(
    createTestClient({ origin: fakeServer.origin, person: createTestUser() }),
  );
  const columns = [...getColumns(thing).values()];
  const readable = columns
    .filter(({ name, sensitivity }) => sensitivity !== 'secret' && !hidden.includes(name))
    .map(({ name }) => name);
  const writable = columns
    .filter((column) => !column.readonly && !hidden.includes(column.name) && !locked.includes(column.name))
    .map(({ name }) => name);
  const bootstrap = parseBootstrap({
    menus,
    ...(isSuper || adminId !== undefined
      ? { adminInfo: { id: adminId ?? 7, username: 'lin', nickname: 'Lin', super: isSuper } }
      : {}),
    permissions: {
      '/admin/thing': [
        ...actions.map((action) => `/admin/thing/${action}`),
        ...otherPermissions.map((key) => `/admin/${key}`),
      ],
    },
    entities: {
      thing: { readable, writable },
      ...Object.fromEntries(others.map((other) => [other.name, allRights(other)])),
    },
  });
  const router = createMemoryRouter([{ path: '*', element: <DialogHost>{element}</DialogHost> }], {
    initialEntries: [at],
  });
  const { container } = render(
    <Providers client={client}>
      <EngineContext
        value={createEngineConfig(
          createRegistry({ thing: entity, ...Object.fromEntries(others.map((other) => [other.name, other])) }),
          overrides,
        )}
      >
        <BootstrapContext value={bootstrap}>
          <RouterProvider router={router} />
        </BootstrapContext>
      </EngineContext>
    </Providers>,
  );
  return {
    fakeServer,
    client,
    container,
    address: () => new URL(router.state.location.pathname + router.state.location.search, 'http://any'),
    go: (to) => act(() => router.navigate(to)),
    receiveChange: (change) =>
      void client.store.dispatch(framesReceived([{ t: 't', e: 'thing', s: '11', c: [change] }])),
    receiveFrame,
    subscribedTopics,
    close: () => fakeServer.close(),
  };
}
