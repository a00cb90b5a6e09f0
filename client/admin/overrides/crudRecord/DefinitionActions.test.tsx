/** Actions on a recorded definition: they depend on where it came from, and dangerous ones ask for the name of the table. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serializeEntity } from '../../../../common/definition/parseEntity';
import { designToEntity } from '../../../../common/designer/designToEntity';
import { newDesign } from '../../../../common/designer/palette';
import { crudRecord } from '../../../../common/entities/crudRecord';
import { job } from '../../../../common/entities/job';
import type { WireRow } from '../../../../common/entity/projectRow';
import { asRecord } from '../../../../common/json';
import { EntityPage } from '../../../engine/EntityPage';
import type { FakeResponse, RecordedRequest } from '../../../testing/fakeHttpServer';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { crudRecordOverride } from './crudRecordOverride';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

const recordRow = (patch: WireRow): WireRow => ({
  id: 1,
  revision: 1,
  create_time: 1,
  table_name: 'complaint',
  field_count: 1,
  status: 'success',
  source: 'designer',
  table: { labels: {} },
  fields: { name: { kind: 'text', options: {} } },
  job_id: null,
  admin_id: null,
  ...patch,
});
const jobRow = {
  id: 5,
  revision: 1,
  kind: 'delete_entity',
  subject: 'complaint',
  status: 'success',
  progress: 100,
  steps: [],
  output: '',
  error: '',
  admin_id: null,
  create_time: 1,
  is_cancelling: 0,
};
const rowResponse = (row: WireRow): FakeResponse => ({ envelope: { data: { row, refs: {}, seq: '1', epoch: 'e1' } } });

async function openRecord(
  patch: WireRow = {},
  other: (request: RecordedRequest) => FakeResponse | undefined = () => undefined,
  isSuper = true,
  newest = 1,
) {
  driver = await openScreen(<EntityPage entity={crudRecord} record="1" />, {
    at: '/admin/crud_record/1',
    others: [crudRecord, job],
    isSuper,
    overrides: [crudRecordOverride],
    respond: (request) => {
      const response = other(request);
      if (response !== undefined) return response;
      if (request.path === '/admin/crud_record/edit') return rowResponse(recordRow(patch));
      if (request.path === '/admin/crud_record/index')
        return { envelope: { data: createListResponse([recordRow({ ...patch, id: newest })]) } };
      return request.path === '/admin/job/edit' ? rowResponse(jobRow) : undefined;
    },
  });
  await screen.findAllByText('name');
  return userEvent.setup();
}
const buttons = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
const posted = (path: string) =>
  driver?.fakeServer.requests.filter((request) => request.path === path).map(({ body }) => asRecord(body));

describe('a recorded definition', () => {
  it.each([
    [{}, ['Open in designer', 'Roll back', 'Delete entity', 'Export as TypeScript']],
    [{ status: 'delete' }, ['Open in designer', 'Restore', 'Export as TypeScript']],
    [{ source: 'code' }, ['Open in designer', 'Export as TypeScript']],
  ])('offers what is possible for %j', async (patch, expected) => {
    await openRecord(patch);
    await waitFor(() => expect(buttons()).toEqual(expected));
  });

  it.each([
    [{}, ['Open in designer', 'Delete entity', 'Export as TypeScript']],
    [{ status: 'delete' }, ['Open in designer', 'Restore', 'Export as TypeScript']],
  ])(
    'offers no rollback, but the archive of a deletion, of %j while there is a newer record',
    async (patch, expected) => {
      await openRecord(patch, undefined, true, 2);
      await waitFor(() =>
        expect(driver?.fakeServer.requests.map(({ path }) => path)).toContain('/admin/crud_record/index'),
      );
      await screen.findByRole('button', { name: 'Export as TypeScript' });
      expect(buttons()).toEqual(expected);
    },
  );

  it('offers nothing to staff who are not super admins', async () => {
    await openRecord({}, undefined, false);
    expect(buttons()).toEqual([]);
  });

  it('deletes an entity after its name was typed, and shows the job', async () => {
    const user = await openRecord({}, ({ path }) =>
      path === '/admin/crud_record/remove' ? { envelope: { data: { job: 5 } } } : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'Delete entity' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete entity' });
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText(/^Type “complaint”/), 'complaint');
    await user.click(confirm);
    expect(await screen.findByText('Delete entity · complaint')).toBeInTheDocument();
    expect(posted('/admin/crud_record/remove')).toEqual([expect.objectContaining({ id: 1, confirm: 'complaint' })]);
  });

  it('a rollback asks for the name only when the server reports that values would be lost', async () => {
    const user = await openRecord({}, ({ path, body }) => {
      if (path !== '/admin/crud_record/rollback') return undefined;
      return asRecord(body)?.['confirm'] === 'complaint'
        ? { envelope: { data: { job: 5 } } }
        : { envelope: { code: 0, msg: 'Values would be lost.' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Roll back' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    expect(await dialog.findByText('Values would be lost.')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Type “complaint”/), 'complaint');
    await user.click(dialog.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(posted('/admin/crud_record/rollback')).toHaveLength(2));
  });

  const effects = {
    removesTable: false,
    rows: 3,
    fields: [{ name: 'extra', en: 'Extra', zh: '附加' }],
    uses: [{ kind: 'view', field: 'extra', title: 'Mine' }],
    referredBy: [],
  };
  const respondWith = (data: object) => (request: RecordedRequest) =>
    request.path === '/admin/crud_record/effects' ? { envelope: { data } } : undefined;

  it('a rollback names the fields that are lost and what uses them, and asks for the name at once', async () => {
    const user = await openRecord({}, respondWith(effects));
    await user.click(await screen.findByRole('button', { name: 'Roll back' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Extra (extra)')).toBeInTheDocument();
    expect(dialog.getByText('The saved view “Mine” uses “extra”.')).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Type “complaint”/)).toBeInTheDocument();
  });

  it('an entity that another one refers to cannot be deleted: the dialog names the other one', async () => {
    const referredBy = [{ name: 'remedy', en: 'Remedies', zh: '补救' }];
    const user = await openRecord({}, respondWith({ ...effects, removesTable: true, referredBy }));
    await user.click(screen.getByRole('button', { name: 'Delete entity' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Remedies (remedy)')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Delete entity' })).toBeDisabled();
  });

  it('shows the settings with the names of the designer, without JSON', async () => {
    const { settings, fields } = newDesign('complaint');
    const entity = designToEntity({ settings: { ...settings, one_zh: '投诉', many_zh: '投诉' }, fields });
    const { fields: stored, ...table } = serializeEntity(entity).spec;
    await openRecord({ table, fields: stored });
    const section = within(await screen.findByRole('region', { name: 'Table settings' }));
    expect(section.getByText('Complaints')).toBeInTheDocument();
    expect(section.queryByText(/[{}[\]]/)).toBeNull();
  });

  it('opens its design', async () => {
    const user = await openRecord({}, ({ path }) =>
      path === '/admin/crud_design/start' ? { envelope: { data: { id: 8 } } } : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'Open in designer' }));
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/crud_design/8'));
    expect(posted('/admin/crud_design/start')).toEqual([expect.objectContaining({ from: 'record', record: 1 })]);
  });

  it('asks before it replaces a design of the table', async () => {
    const msg = '“complaint” already has a design.';
    const user = await openRecord({}, ({ path, body }) => {
      if (path !== '/admin/crud_design/start') return undefined;
      const isReplaced = asRecord(body)?.['replace'] === true;
      return { envelope: isReplaced ? { data: { id: 8 } } : { code: 0, msg, data: { design: 8 } } };
    });
    await user.click(screen.getByRole('button', { name: 'Open in designer' }));
    expect(await screen.findByText(msg)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Replace its fields' }));
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/crud_design/8'));
    expect(posted('/admin/crud_design/start')).toHaveLength(2);
  });

  it('shows its code in files', async () => {
    const files = [
      { path: 'common/entities/complaint.ts', content: 'export const complaint' },
      { path: 'server/db/migrations/0001_complaint.ts', content: 'CREATE TABLE' },
    ];
    const user = await openRecord({}, ({ path }) =>
      path === '/admin/crud_record/code' ? { envelope: { data: { files } } } : undefined,
    );
    await user.click(screen.getByRole('button', { name: 'Export as TypeScript' }));
    expect(await screen.findByText('export const complaint')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: '0001_complaint.ts' }));
    expect(screen.getByText('CREATE TABLE')).toBeInTheDocument();
  });
});
