/** The designer: fields are added, edited one by one, moved and deleted; problems are named where they are; applying follows the job. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { completeField, primaryKeyField } from '../../../common/designer/completeDesign';
import type { DesignPreview } from '../../../common/designer/design';
import type { WireRow } from '../../../common/entity/projectRow';
import { createListResponse } from '../../testing/screenHarness';
import {
  designRow,
  openDesigner as openWith,
  textField,
  fieldRow,
  type DesignerDriver,
} from '../../testing/designerHarness';
import { crudDesignOverride } from '../overrides/crudDesign';

/** Of a field; a permission of a transition has one too. */
const ENGLISH_LABEL = /^English label(?! of)/;
const openDesigner = (options?: Parameters<typeof openWith>[1]) => openWith(crudDesignOverride, options);

const usualMedia = window.matchMedia;
const setWide = (isWide: boolean) => {
  window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: isWide && media.includes('min-width') });
};
beforeEach(() => setWide(true));

let driver: DesignerDriver | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
  window.matchMedia = usualMedia;
});

const fieldButton = (name: string) => screen.findByRole('button', { name: `Field ${name}` });
const shownFields = () => screen.getAllByRole('button', { name: /^Field / }).map(({ textContent }) => textContent);
const property = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const FIELD_EDIT = '/admin/crud_design_field/edit';

const preview = (patch: Partial<DesignPreview> = {}): DesignPreview => ({
  problems: [],
  definition: null,
  changes: [
    { kind: 'lost', table: 'complaint', name: 'note' },
    { kind: 'added', table: 'complaint', name: 'title', to: 'VARCHAR(100)' },
  ],
  differences: [],
  statements: { sqlite: ['ALTER TABLE complaint DROP COLUMN note'], mariadb: ['ALTER TABLE `complaint` DROP `note`'] },
  uses: [],
  isLossy: false,
  rows: 2,
  isChanged: true,
  ...patch,
});

describe('the designer', () => {
  it('shows the fields in their order, and stores an edit when the focus leaves its input', async () => {
    driver = await openDesigner();
    const user = userEvent.setup();
    await user.click(await fieldButton('note'));
    expect(shownFields()).toEqual(['IDid · Primary key', 'Namename · TextRequired', 'Notenote · TextRequired']);
    const label = await property(ENGLISH_LABEL);
    await user.clear(label);
    await user.type(label, 'Notes');
    expect(driver.posted(FIELD_EDIT)).toEqual([]);
    await user.tab();
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)).toHaveLength(1));
    expect(driver.posted(FIELD_EDIT)[0]).toMatchObject({ id: 13, label_en: 'Notes', _base: { label_en: 'Note' } });
    await waitFor(() => expect(shownFields()[2]).toBe('Notesnote · TextRequired'));
  });

  it('stores a switch at once', async () => {
    driver = await openDesigner();
    const user = userEvent.setup();
    await user.click(await fieldButton('note'));
    await user.click(await property('Unique'));
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)).toHaveLength(1));
    expect(driver.posted(FIELD_EDIT)[0]).toMatchObject({ id: 13, is_unique: 1, _base: { is_unique: 0 } });
  });

  it('a refused value is not sent again automatically', async () => {
    let refusals = 0;
    driver = await openDesigner({
      other: ({ method, path }) => {
        if (method !== 'POST' || path !== FIELD_EDIT) return undefined;
        refusals += 1;
        return { envelope: { code: 0, msg: 'refused' } };
      },
    });
    const user = userEvent.setup();
    await user.click(await fieldButton('note'));
    await user.click(await property('Unique'));
    await waitFor(() => expect(refusals).toBe(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(refusals).toBe(1);
  });

  it('shows a change of another admin in place', async () => {
    driver = await openDesigner();
    const user = userEvent.setup();
    await user.click(await fieldButton('note'));
    await property(ENGLISH_LABEL);
    const set = { label_en: 'Message', revision: 2 };
    const by = { id: 'admin:2', name: 'Anna' };
    act(() =>
      driver?.receiveFrame({ e: 'crud_design_field', c: [{ op: 'u', id: 13, v: 2, set, by, at: Date.now() }] }),
    );
    await waitFor(() => expect(shownFields()[2]).toBe('Messagenote · TextRequired'));
    await waitFor(() => expect(screen.getByLabelText(ENGLISH_LABEL)).toHaveValue('Message'));
  });

  it('adds an item of the palette after the selected field, with a name that is free', async () => {
    driver = await openDesigner({
      fields: [fieldRow(12, 0, textField('text', 'Text')), fieldRow(13, -2000, textField('note', 'Note'))],
    });
    const user = userEvent.setup();
    await user.click(await fieldButton('text'));
    const palette = screen.getByRole('region', { name: 'Add fields' });
    act(() => within(palette).getByRole('button', { name: 'Text' }).focus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(driver?.posted('/admin/crud_design_field/add')).toHaveLength(1));
    expect(driver.posted('/admin/crud_design_field/add')[0]).toMatchObject({
      design_id: 1,
      name: 'text_2',
      kind: 'text',
      weigh: -1000,
    });
    await waitFor(() => expect(shownFields()).toHaveLength(3));
    expect(shownFields()[1]).toContain('text_2');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Properties of text_2' })).toBeInTheDocument());
  });

  it('on a phone it opens the properties of an added field', async () => {
    setWide(false);
    driver = await openDesigner();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('tab', { name: 'Add' }));
    await user.click(screen.getByRole('button', { name: 'Text' }));
    expect(await screen.findByRole('heading', { name: 'Properties of text' })).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Properties' })).toHaveAttribute('aria-selected', 'true');
  });

  it('shows a standard column in the list instead of adding a field', async () => {
    driver = await openDesigner();
    const user = userEvent.setup();
    await fieldButton('note');
    await user.click(screen.getByRole('button', { name: 'Weight' }));
    await waitFor(() => expect(driver?.posted('/admin/crud_design/edit')).toHaveLength(1));
    expect(driver.posted('/admin/crud_design/edit')[0]).toMatchObject({
      standard_columns: ['id', 'create_time', 'weigh'],
      _base: { standard_columns: ['id', 'create_time'] },
    });
  });

  it('moves a field by keyboard, and deletes one with an offer to undo', async () => {
    driver = await openDesigner({
      other: ({ path }) =>
        path.endsWith('/sortable') ? { envelope: { data: { ids: [12], skipped: [], cid: 'c3' } } } : undefined,
    });
    const user = userEvent.setup();
    const button = await fieldButton('name');
    act(() => button.focus());
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(driver?.posted('/admin/crud_design_field/sortable')).toHaveLength(1));
    expect(driver.posted('/admin/crud_design_field/sortable')[0]).toMatchObject({ id: 12, targetId: 13 });
    await user.click(screen.getByRole('button', { name: 'Delete note' }));
    await waitFor(() => expect(shownFields()).toHaveLength(2));
    expect(driver.client.app.toasts.list().some(({ action }) => action?.undoes === true)).toBe(true);
  });

  it('names the problems at their property and leads to them', async () => {
    driver = await openDesigner({ design: designRow({ title_field: 'gone' }) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: '1 error' }));
    const problem = /Choose a title field other than “gone”/;
    expect(await screen.findByText(problem)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const settings = await screen.findByRole('region', { name: 'Table' });
    expect(await within(settings).findByText(problem)).toBeInTheDocument();
  });

  it('counts a problem of stored values, and shows the changes beside it', async () => {
    const tooLong = { code: 'values_too_long', field: 'note', property: 'max', params: { count: 2, max: 10 } } as const;
    driver = await openDesigner({
      other: ({ path }) =>
        path.endsWith('/crud_design/preview') ? { envelope: { data: preview({ problems: [tooLong] }) } } : undefined,
    });
    const user = userEvent.setup();
    await fieldButton('name');
    await user.click(screen.getByRole('tab', { name: 'Changes' }));
    expect(await screen.findByText(/Allow more characters or shorten the values/)).toBeInTheDocument();
    expect(screen.getByText('VARCHAR(100)')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Fields' }));
    expect(screen.getByRole('button', { name: '1 error' })).toBeInTheDocument();
  });

  it('shows list and form of the design with sample rows', async () => {
    driver = await openDesigner();
    const user = userEvent.setup();
    await fieldButton('name');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const list = await screen.findByRole('region', { name: 'List' });
    expect(within(list).getByText('Note')).toBeInTheDocument();
    expect(within(list).getAllByText('Example 1')).toHaveLength(2);
    expect(screen.getByRole('region', { name: 'Form' })).toHaveTextContent('Name');
  });

  it('the designer shows one tab at a time on phones: a chosen field opens its properties', async () => {
    setWide(false);
    driver = await openDesigner();
    const user = userEvent.setup();
    await user.click(await fieldButton('note'));
    expect(await property(ENGLISH_LABEL)).toHaveValue('Note');
    expect(screen.getByRole('tab', { name: 'Properties' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByRole('button', { name: 'Field note' })).toBeNull();
  });

  it('the designer shows that its design was deleted', async () => {
    driver = await openDesigner({
      other: ({ path }) => (path === '/admin/crud_design/edit' ? { status: 404 } : undefined),
    });
    expect(await screen.findByText('Design not found')).toBeInTheDocument();
  });
});

describe('applying a design', () => {
  const groups = [
    { id: 2, revision: 1, name: 'Editors', pid: null, rules: ['complaint/index'] },
    { id: 3, revision: 1, name: 'Owners', pid: 2, rules: ['*'] },
  ];
  const jobRow = {
    id: 5,
    revision: 1,
    kind: 'apply_design',
    subject: 'complaint',
    status: 'running',
    progress: 50,
    steps: [
      { name: 'check', status: 'success', at: 1 },
      { name: 'expand', status: 'running', at: null },
    ],
    output: 'ALTER TABLE',
    error: '',
    admin_id: 7,
    create_time: 1,
    is_cancelling: 0,
  };
  const openApply = async (response: DesignPreview, fields?: WireRow[]) => {
    driver = await openDesigner({
      ...(fields && { fields }),
      other: ({ method, path }) => {
        if (path.endsWith('/crud_design/preview')) return { envelope: { data: response } };
        if (path.endsWith('/admin_group/index')) return { envelope: { data: createListResponse(groups) } };
        if (path.endsWith('/crud_design/apply')) return { envelope: { data: { job: 5 } } };
        if (path.endsWith('/job/edit') && method === 'GET')
          return { envelope: { data: { row: jobRow, refs: {}, seq: '1', epoch: 'e1' } } };
        return undefined;
      },
    });
    await fieldButton('name');
    const user = userEvent.setup();
    const { toasts } = driver.client.app;
    act(() => toasts.show('warning', 'Not saved', undefined, undefined, ['What was typed']));
    act(() => toasts.show('success', 'Field deleted'));
    await user.click(screen.getByRole('button', { name: 'Apply…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply the design of complaint' }));
    await dialog.findByRole('group', { name: 'Editors' });
    return { user, dialog };
  };

  it('sends the chosen permissions and shows the steps of the job', async () => {
    const { user, dialog } = await openApply(preview());
    expect(dialog.getByText('Deleted')).toBeInTheDocument();
    const editors = within(dialog.getByRole('group', { name: 'Editors' }));
    expect(editors.getByRole('checkbox', { name: /^View/ })).toBeDisabled();
    await user.click(editors.getByRole('checkbox', { name: /^Edit$/ }));
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    const steps = await screen.findByRole('list', { name: 'Steps' });
    expect(within(steps).getAllByRole('listitem')[1]).toHaveTextContent('Extend tablerunning');
    expect(driver?.posted('/admin/crud_design/apply')).toEqual([
      expect.objectContaining({ id: 1, groups: [{ group: 2, actions: ['edit'] }] }),
    ]);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  });

  it('says which groups cannot read the records that a field refers to', async () => {
    const reference = completeField({
      name: 'group_id',
      kind: 'ref',
      label_en: 'Group',
      label_zh: '组',
      target: 'admin_group',
    });
    const { dialog } = await openApply(preview(), [
      fieldRow(11, 0, primaryKeyField()),
      fieldRow(12, -1000, textField('name', 'Name')),
      fieldRow(13, -2000, reference),
    ]);
    expect(within(dialog.getByRole('group', { name: 'Editors' })).getByRole('alert')).toHaveTextContent(
      /^This group can’t read Role groups/,
    );
    expect(within(dialog.getByRole('group', { name: 'Owners' })).queryByRole('alert')).toBeNull();
  });

  it('leaves no toast over its dialogs, apart from those with details', async () => {
    const { user, dialog } = await openApply(preview());
    const toasts = driver?.client.app.toasts;
    const texts = () => toasts?.list().map(({ text }) => text);
    act(() => toasts?.show('info', 'New menu item', undefined, 'designed/complaint', []));
    expect(texts()).toEqual(['Not saved', 'New menu item']);
    await user.click(dialog.getByRole('button', { name: 'Apply' }));
    await screen.findByRole('list', { name: 'Steps' });
    expect(texts()).toEqual(['Not saved']);
    act(() => toasts?.show('info', 'New menu item', undefined, 'designed/complaint', []));
    expect(texts()).toEqual(['Not saved']);
  });

  it('asks for the name of the table when values may be lost', async () => {
    const { user, dialog } = await openApply(preview({ isLossy: true }));
    const apply = dialog.getByRole('button', { name: 'Apply' });
    expect(apply).toBeDisabled();
    await user.type(dialog.getByLabelText(/^Type “complaint”/), 'complaint');
    await user.click(apply);
    await waitFor(() => expect(driver?.posted('/admin/crud_design/apply')[0]).toMatchObject({ confirm: 'complaint' }));
  });

  it('names what uses a field that is removed', async () => {
    const uses = [
      { kind: 'audit_rule', field: 'note', title: 'Complaints' },
      { kind: 'dashboard', field: 'note', title: '' },
    ] as const;
    const { dialog } = await openApply(preview({ uses }));
    expect(dialog.getByText('The audit rule “Complaints” uses “note”.')).toBeVisible();
    expect(dialog.getByText('A personal dashboard uses “note”.')).toBeVisible();
  });

  it('says that a shorter length cuts no value, and asks for no confirmation', async () => {
    const change = {
      kind: 'narrowed',
      table: 'complaint',
      name: 'note',
      from: 'VARCHAR(60)',
      to: 'VARCHAR(20)',
    } as const;
    const { dialog } = await openApply(preview({ changes: [change] }));
    expect(dialog.getByText(/^No value is cut\./)).toBeInTheDocument();
    expect(dialog.queryByText(/archived/)).toBeNull();
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeEnabled();
  });

  it('lists each difference of the definition in words, and marks those that let more people read or save', async () => {
    const transitions = JSON.stringify([{ name: 'close', from: ['open'], to: 'shut', node: 'finish' }]);
    const { dialog } = await openApply(
      preview({
        changes: [],
        differences: [
          { property: 'guest_read', from: 'none', to: 'all', isWider: true },
          { property: 'can_remove', from: '1', to: '0' },
          { property: 'other_options', option: 'pickerColumns', from: '', to: '{"hint":"note"}' },
          { field: 'note', property: 'sensitivity', from: '', to: 'restricted' },
          { field: 'state', property: 'transitions', from: '', to: transitions },
          { field: 'size', property: 'field_added', from: '', to: 'integer' },
        ],
      }),
    );
    const list = dialog.getByRole('region', { name: 'Definition' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Guests can readMore accessNo records → All records',
      'Staff can delete recordsYes → No',
      'Other options: pickerColumnsnone → {"hint":"note"}',
      'note: Sensitivitynone → Restricted',
      'state: Transitionsnone → close: open → shut (finish)',
      'size: New fieldWhole number',
    ]);
    expect(list).toHaveTextContent('Changes marked “More access” let more people read or save records.');
  });

  it('apply: disabled while the definition has no changes', async () => {
    const { dialog } = await openApply(preview({ changes: [], isChanged: false }));
    expect(dialog.getByText('No changes. The active definition is the same.')).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  });
});
