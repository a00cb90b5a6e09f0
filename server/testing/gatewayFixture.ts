/** An app with interfaces of a plugin version, for tests of the gateway. */
import type { Caller } from './callers';
import { createPicture } from './createPicture';
import type { GatewayCredentials } from './signedHeaders';
import type { TestServer } from './testServer';

type RowValues = Readonly<Record<string, unknown>>;
export interface InterfaceValues {
  readonly url: string;
  /** Columns of the interface of the app. */
  readonly route?: RowValues;
  /** Columns of its definition; without it the interface has none. */
  readonly definition?: RowValues;
}
interface CreatedInterface {
  readonly id: number;
  readonly versionApiId: number;
  readonly definitionId: number | null;
  readonly hash: string;
  readonly routeId: string;
}
export interface GatewayFixture extends GatewayCredentials {
  readonly companyId: number;
  readonly addInterface: (values: InterfaceValues) => Promise<CreatedInterface>;
}

let count = 0;
async function addRow(root: Caller, entity: string, values: RowValues): Promise<Readonly<Record<string, unknown>>> {
  const { code, msg, data } = await root.post(`/admin/${entity}/add`, values);
  if (code !== 1) throw new Error(`${entity}: ${msg} ${JSON.stringify(data)}`);
  return data.row as Readonly<Record<string, unknown>>;
}

async function putOnline(root: Caller, entity: string, id: unknown) {
  const { code, msg, data } = await root.post(`/admin/${entity}/edit`, { id, route_status: 1 });
  if (code !== 1) throw new Error(`${entity}: ${msg}`);
  return data.row as Readonly<Record<string, unknown>>;
}

/** Creates an enterprise, an app with the columns of `values`, and a plugin version. */
export async function createGatewayFixture(
  root: Caller,
  server: TestServer,
  values: RowValues = {},
): Promise<GatewayFixture> {
  count += 1;
  const company = await addRow(root, 'enterprise', { name: `Harbour ${count}`, title: `Harbour ${count}` });
  const app = await addRow(root, 'app', {
    title: `Desk ${count}`,
    name: `Desk ${count}`,
    company_id: company['id'],
    ...values,
  });
  const { data } = await root.post('/admin/app/show', { id: app['id'] });
  const category = await addRow(root, 'plugin_category', {
    title: `Tools ${count}`,
    image: await createPicture(server, `/storage/open-${count}.webp`),
  });
  const plugin = await addRow(root, 'plugin', {
    title: `Orders ${count}`,
    name: `orders-${count}`,
    cate_id: category['id'],
    status: 1,
  });
  const version = await addRow(root, 'plugin_version', { version: '1.0.0', plugin_id: plugin['id'] });
  const addInterface = async ({ url, route = {}, definition }: InterfaceValues): Promise<CreatedInterface> => {
    const defined =
      definition && (await addRow(root, 'api_definition', { info: url, api_class: 'Order/list', ...definition }));
    const names = { name: 'Interface', url, plugin_version_id: version['id'] };
    const versionApi = await addRow(root, 'plugin_version_api', { ...names, definition_id: defined?.['id'] ?? null });
    const made = await addRow(root, 'app_plugin_version_api', {
      ...names,
      app_id: app['id'],
      plugin_version_api_id: versionApi['id'],
      item: 'third',
      is_login: 0,
      is_auth: 0,
      ...route,
    });
    await putOnline(root, 'plugin_version_api', versionApi['id']);
    const online = await putOnline(root, 'app_plugin_version_api', made['id']);
    return {
      id: Number(made['id']),
      versionApiId: Number(versionApi['id']),
      definitionId: defined ? Number(defined['id']) : null,
      hash: defined ? String(defined['hash']) : '',
      routeId: String(online['route_id']),
    };
  };
  return {
    appId: Number(app['id']),
    key: String(app['key']),
    secret: String(data.token),
    companyId: Number(company['id']),
    addInterface,
  };
}
