/** Starting a design: each source sends its input, and the design opens. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { crudDesign } from '../../../../common/entities/crudDesign';
import { crudRecord } from '../../../../common/entities/crudRecord';
import { asRecord } from '../../../../common/json';
import { EntityPage } from '../../../engine/EntityPage';
import type { FakeResponse, RecordedRequest } from '../../../testing/fakeHttpServer';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { crudDesignOverride } from '../../overrides/crudDesign';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

async function openStart(
  start: (request: RecordedRequest) => FakeResponse = () => ({ envelope: { data: { id: 4 } } }),
) {
  driver = await openScreen(<EntityPage entity={crudDesign} />, {
    at: '/admin/crud_design?record=new',
    others: [crudDesign, crudRecord],
    isSuper: true,
    overrides: [crudDesignOverride],
    respond: (request) => {
      if (request.path === '/admin/crud_design/start') return start(request);
      if (request.path === '/admin/crud_design/tables')
        return {
          envelope: {
            data: {
              tables: [{ name: 'lead', labels: { en: 'Leads' }, isBuiltIn: true }],
              takenNames: ['lead', 'session'],
            },
          },
        };
      if (request.path === '/admin/crud_design/columns')
        return {
          envelope: {
            data: { issues: [{ column: 'photo', reason: 'type', params: { type: 'BLOB' }, isLeftOut: true }] },
          },
        };
      if (request.path === '/admin/crud_record/index')
        return {
          envelope: { data: createListResponse([{ id: 9, revision: 1, table_name: 'complaint', create_time: 1 }]) },
        };
      return request.path.endsWith('/index') ? { envelope: { data: createListResponse([]) } } : undefined;
    },
  });
  await screen.findByRole('dialog', { name: 'New design' });
  return userEvent.setup();
}
const started = () =>
  driver?.fakeServer.requests
    .filter(({ path }) => path === '/admin/crud_design/start')
    .map(({ body }) => asRecord(body));
const create = () => screen.getByRole('button', { name: 'Create' });
const tableName = () => screen.getByLabelText('Data table');

describe('a new design', () => {
  it('starts from nothing with the name of its table, and opens', async () => {
    const user = await openStart();
    expect(tableName()).toHaveFocus();
    expect(create()).toBeDisabled();
    await user.type(tableName(), 'complaint');
    expect(screen.getByLabelText('Name')).toHaveAttribute('placeholder', 'Complaint');
    await user.type(screen.getByLabelText('Chinese name (optional)'), '投诉');
    await user.click(create());
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/crud_design/4'));
    expect(started()).toEqual([
      expect.objectContaining({ from: 'blank', table_name: 'complaint', name_en: 'Complaint', name_zh: '投诉' }),
    ]);
  });

  it('an invalid table name shows its error at once', async () => {
    const user = await openStart();
    const sentences = {
      'Big Table': 'Change the name “Big Table”: use lowercase letters, digits and single underscores',
      ['a'.repeat(41)]: `Change the name “${'a'.repeat(41)}”`,
      session: 'Choose another name. The table “session” already exists.',
      order: 'Choose a name other than “order”, which is an SQL keyword',
      revision: 'Choose a name other than “revision”, which is reserved by the system.',
    };
    for (const [name, sentence] of Object.entries(sentences)) {
      await user.clear(tableName());
      await user.type(tableName(), name);
      await waitFor(() => expect(tableName()).toHaveAccessibleDescription(expect.stringContaining(sentence)));
      expect(tableName()).toBeInvalid();
      expect(create()).toBeDisabled();
    }
    await user.clear(tableName());
    expect(tableName()).toBeValid();
    await user.type(tableName(), 'order_item');
    expect(create()).toBeEnabled();
  });

  it('starts from a table that the server lists', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Existing table' }));
    const tables = await screen.findByRole('combobox', { name: 'Existing table' });
    expect(tables).toHaveAccessibleDescription(/Its records aren’t copied, and its primary key becomes “id”\.$/);
    await user.click(tables);
    await user.click(await screen.findByRole('option', { name: /Leads/ }));
    await user.click(create());
    await waitFor(() => expect(started()).toEqual([expect.objectContaining({ from: 'table', table: 'lead' })]));
  });

  it('starts from a record of the CRUD log', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'CRUD log' }));
    await user.click(await screen.findByRole('combobox', { name: 'CRUD log entry' }));
    await user.click(await screen.findByRole('option', { name: /complaint/ }));
    await user.click(create());
    await waitFor(() => expect(started()).toEqual([expect.objectContaining({ from: 'record', record: 9 })]));
  });

  it('starts from rows that were copied from a spreadsheet', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }));
    await user.click(screen.getByLabelText(/^CSV, or cells/));
    await user.paste('Name\tCity\nAnna\tBerlin');
    expect(screen.getByText('1 row, 2 columns')).toBeInTheDocument();
    await user.type(tableName(), 'guest');
    await user.click(create());
    const sheet = [
      ['Name', 'City'],
      ['Anna', 'Berlin'],
    ];
    await waitFor(() =>
      expect(started()).toEqual([expect.objectContaining({ from: 'sheet', table_name: 'guest', sheet })]),
    );
  });

  it('starts from the definition file that the designer exports, and shows what changes', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Definition file' }));
    const definition = { name: 'complaint', spec: { fields: {} } };
    await user.click(screen.getByLabelText('Exported definition'));
    await user.paste('not a definition');
    expect(screen.getByText('This isn’t a definition in JSON format.')).toBeInTheDocument();
    expect(create()).toBeDisabled();
    const file = new File([JSON.stringify(definition)], 'complaint.json', { type: 'application/json' });
    await user.upload(screen.getByLabelText('Choose file'), file);
    await waitFor(() => expect(create()).toBeEnabled());
    await user.click(create());
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/crud_design/4'));
    expect(started()).toEqual([expect.objectContaining({ from: 'definition', definition })]);
  });

  it('keeps the name that was typed while a file is read', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }));
    const file = new File([], 'books.csv', { type: 'text/csv' });
    let finishReading: (content: string) => void = () => undefined;
    file.text = () => new Promise((resolve) => (finishReading = resolve));
    await user.upload(screen.getByLabelText('Choose file'), file);
    await user.type(tableName(), 'book');
    finishReading('title,year\nEmma,1815');
    await waitFor(() => expect(create()).toBeEnabled());
    expect(tableName()).toHaveValue('book');
  });

  it('a spreadsheet with too many rows shows the limit', async () => {
    const user = await openStart(() => ({
      envelope: { code: 422, msg: 'Check the fields.', data: { fields: { sheet: ['At most 2000000 characters'] } } },
    }));
    await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }));
    await user.click(screen.getByLabelText(/^CSV, or cells/));
    await user.paste('Name\tCity\nAnna\tBerlin');
    expect(await screen.findByText('1 row, 2 columns')).toBeInTheDocument();
    await user.type(tableName(), 'guest');
    await user.click(create());
    expect(await screen.findByRole('alert')).toHaveTextContent('At most 2000000 characters');
  });

  it('asks whether to open or replace a design that the table already has', async () => {
    const msg = '“complaint” already has a design.';
    const user = await openStart(({ body }) => ({
      envelope: asRecord(body)?.['replace'] === true ? { data: { id: 4 } } : { code: 0, msg, data: { design: 7 } },
    }));
    await user.click(screen.getByRole('tab', { name: 'SQL' }));
    await user.click(screen.getByLabelText('CREATE TABLE statement'));
    await user.paste('CREATE TABLE complaint (id INT PRIMARY KEY)');
    await user.click(create());
    expect(await screen.findByRole('alert')).toHaveTextContent(msg);
    expect(screen.getByRole('button', { name: 'Open the design' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Replace its fields' }));
    await waitFor(() => expect(driver?.address().pathname).toBe('/admin/crud_design/4'));
    expect(started()?.map((sent) => sent?.['replace'])).toEqual([undefined, true]);
  });

  it('invalid SQL text: the dialog shows the reason', async () => {
    const user = await openStart(() => ({ envelope: { code: 0, msg: 'This text cannot be read.' } }));
    await user.click(screen.getByRole('tab', { name: 'SQL' }));
    await user.click(screen.getByLabelText('CREATE TABLE statement'));
    await user.paste('DROP TABLE x');
    await user.click(create());
    expect(await screen.findByRole('alert')).toHaveTextContent('This text cannot be read.');
    expect(driver?.address().pathname).toBe('/admin/crud_design');
  });

  it('lists the columns of a table that are not taken over, before the design is created', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Existing table' }));
    await user.click(await screen.findByRole('combobox', { name: 'Existing table' }));
    await user.click(await screen.findByRole('option', { name: /Leads/ }));
    const list = await screen.findByText('This isn’t taken over:');
    expect(list).toHaveTextContent('photo Its type “BLOB” isn’t supported.');
    expect(started()).toEqual([]);
  });

  it('CREATE TABLE text: names the line of a mistake, and the columns that are not taken over', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'SQL' }));
    const input = screen.getByLabelText('CREATE TABLE statement');
    await user.click(input);
    await user.paste('CREATE TABLE a (\n b int,\n c int');
    expect(await screen.findByText('Line 1: the bracket that opens here isn’t closed.')).toBeInTheDocument();
    await user.clear(input);
    await user.click(input);
    await user.paste('CREATE TABLE a (\n b int,\n photo blob)');
    expect(await screen.findByText('This isn’t taken over:')).toHaveTextContent(
      'photo (line 3) Its type “blob” isn’t supported.',
    );
  });

  it('a sheet with too many columns or rows: says so before the design is created', async () => {
    const user = await openStart();
    await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }));
    await user.type(tableName(), 'guest');
    const input = screen.getByLabelText(/^CSV, or cells/);
    const paste = (text: string) => fireEvent.change(input, { target: { value: text } });
    paste(Array.from({ length: 61 }, (_none, at) => `c${at}`).join(','));
    expect(await screen.findByText(/^The sheet has 61 columns/)).toBeInTheDocument();
    expect(create()).toBeDisabled();
    paste(['Name', ...Array.from({ length: 5_001 }, (_none, at) => `n${at}`)].join('\n'));
    expect(await screen.findByText(/^The sheet has more than 5000 rows/)).toBeInTheDocument();
    expect(create()).toBeEnabled();
  });
});
