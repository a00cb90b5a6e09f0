/** Lists and records show why the gateway does not serve an online API, and ask again after an event of the gateway. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { getColumns } from '../../../../common/entity/columns';
import { PLUGIN_HIDDEN } from '../../../../common/protocol/reachability';
import { api } from '../../../shared/api/api';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { ReachabilityNote, RouteStatusCell } from './ReachabilityNote';

const column = getColumns(appPluginVersionApi).get('route_status');
if (column === undefined) throw new Error('column `route_status` is missing');
const PATH = '/admin/app_plugin_version_api/reachability';

let page: Screen | undefined;
let reasons: Readonly<Record<number, string | null>> = {};
afterEach(async () => {
  cleanup();
  await page?.close();
});

const Cell = ({ id, status = 1 }: { readonly id: number; readonly status?: number }) => (
  <RouteStatusCell
    entity={appPluginVersionApi}
    column={column}
    value={status}
    row={{ id }}
    DefaultCell={() => <i>{id}</i>}
  />
);
async function open(element: ReactElement) {
  page = await openScreen(element, {
    others: [appPluginVersionApi],
    respond: ({ path }) => {
      if (path.startsWith(PATH)) {
        const list = Object.entries(reasons).map(([id, reason]) => ({
          ...{ id: Number(id), reason: reason === PLUGIN_HIDDEN ? null : reason },
          ...(reason === PLUGIN_HIDDEN ? { note: reason } : {}),
        }));
        return { envelope: { data: { list } } };
      }
      const row = { id: 7, revision: 1, name: 'Orders', route_status: 1 };
      return path.startsWith('/admin/app_plugin_version_api/edit')
        ? { envelope: { data: { row, refs: {}, seq: '1', epoch: 'e1' } } }
        : undefined;
    },
  });
  return page;
}
const requests = () => page?.fakeServer.requests.filter(({ path }) => path.startsWith(PATH)) ?? [];

describe('the reachability of APIs', () => {
  it('cells show it with one request for all online APIs', async () => {
    reasons = { 1: null, 2: 'app_off', 3: 'definition_deleted', 5: PLUGIN_HIDDEN };
    await open(
      <>
        <Cell id={1} />
        <Cell id={2} />
        <Cell id={3} />
        <Cell id={4} status={0} />
        <Cell id={5} />
      </>,
    );
    expect(await screen.findByText('Not reachable: the app is off')).toBeVisible();
    expect(screen.getByText('Not reachable: the API definition is deleted')).toBeVisible();
    expect(screen.getAllByText(/Not reachable/)).toHaveLength(2);
    expect(screen.getByText('Reachable, although its plugin is hidden')).toBeVisible();
    expect(requests().map(({ query }) => query.get('ids'))).toEqual(['1,2,3,5']);
  });

  it('a record shows it until the gateway serves the API again', async () => {
    reasons = { 7: 'enterprise_off' };
    const { client } = await open(<ReachabilityNote rowId={7} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Not reachable: the enterprise is off');
    reasons = { 7: null };
    act(() => void client.store.dispatch(api.util.invalidateTags([{ type: 'Rows', id: 'gateway' }])));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(requests()).toHaveLength(2);
  });
});
