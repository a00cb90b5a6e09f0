/** The designer's panel sets what lists do with a field, everything works from the keyboard, and the preview is the console's own list. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { completeField, primaryKeyField } from '../../../common/designer/completeDesign';
import type { Json } from '../../../common/entity/field';
import { designRow, fieldRow, openDesigner, textField, type DesignerDriver } from '../../testing/designerHarness';
import { crudDesignOverride } from '../overrides/crudDesign';

/** Of a field; a permission of a transition has one too. */
const ENGLISH_LABEL = /^English label(?! of)/;
const usualMedia = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media.includes('min-width') });
});
let driver: DesignerDriver | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
  window.matchMedia = usualMedia;
});
const FIELD_EDIT = '/admin/crud_design_field/edit';
const fields = () => [
  fieldRow(11, 0, primaryKeyField()),
  fieldRow(12, -1000, textField('name', 'Name')),
  fieldRow(13, -2000, completeField({ name: 'size', kind: 'integer', label_en: 'Size', label_zh: '大小' })),
];
const shownNames = () =>
  screen.getAllByRole('button', { name: /^Field / }).map((one) => one.getAttribute('aria-label'));

describe('the properties of a field', () => {
  it('choose the comparisons of lists: all until one is left out', async () => {
    driver = await openDesigner(crudDesignOverride, { fields: fields() });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Field size' }));
    const filters = await screen.findByRole('combobox', { name: 'Filters' });
    expect(filters).toHaveTextContent('All for this kind');
    await user.click(filters);
    await user.click(await screen.findByRole('option', { name: 'is greater than' }));
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)).toHaveLength(1));
    const { operators } = driver.posted(FIELD_EDIT)[0] as { readonly operators: readonly string[] };
    expect(operators).toContain('=');
    expect(operators).not.toContain('>');
  });

  it('choose the look, the width and the sorting', async () => {
    driver = await openDesigner(crudDesignOverride, { fields: fields() });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Field size' }));
    await user.click(await screen.findByRole('combobox', { name: 'Show as' }));
    await user.click(await screen.findByRole('option', { name: 'Tag' }));
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)[0]).toMatchObject({ id: 13, list_rendering: 'tag' }));
    await user.click(screen.getByLabelText('Sortable'));
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)[1]).toMatchObject({ is_sortable: 0 }));
    await user.type(screen.getByLabelText('Column width (pixels)'), '90');
    await user.tab();
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)[2]).toMatchObject({ list_width: 90 }));
  });
});

describe('the target of a reference', () => {
  it('keeps its open list and the typed text when the response to an earlier save arrives', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const member = { name: 'member_id', kind: 'ref', target: 'admin_group', label_en: 'Group' } as const;
    const stored = fieldRow(14, -3000, completeField({ ...member, label_zh: '组' }));
    driver = await openDesigner(crudDesignOverride, {
      fields: [...fields(), stored],
      other: ({ method, path }) => {
        if (method !== 'POST' || path !== FIELD_EDIT) return undefined;
        const row = { ...stored, label_en: 'Team', revision: 2 };
        const data = { id: 14, revision: 2, row, ignored: [], merged: [], seq: '12', cid: 'c1' };
        return { envelope: { data }, after: answered };
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Field member_id' }));
    const label = await screen.findByLabelText(ENGLISH_LABEL);
    await user.clear(label);
    await user.type(label, 'Team');
    const target = screen.getByRole('combobox', { name: /^Refers to/ });
    await user.click(target);
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)).toHaveLength(1));
    await user.type(target, 'desi', { initialSelectionStart: 0, initialSelectionEnd: 100 });
    expect(target).toHaveValue('desi');
    answer();
    await screen.findByText(/^Saved/);
    expect(target).toHaveValue('desi');
    expect(target).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining([expect.stringContaining('crud_design')]),
    );
    expect(screen.queryByRole('option', { name: /admin_group/ })).toBeNull();
  });
});

describe('who may read and write a field', () => {
  it('gives a field its own permission or that of another field, which replaces the sensitivity', async () => {
    const phone = { name: 'phone', kind: 'text', label_en: 'Phone', label_zh: '电话' } as const;
    driver = await openDesigner(crudDesignOverride, {
      fields: [...fields(), fieldRow(14, -3000, completeField({ ...phone, read_permission: 'see_contact' }))],
    });
    const user = userEvent.setup();
    const choose = async (input: string, option: string) => {
      await user.click(await screen.findByRole('combobox', { name: input }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await user.click(await screen.findByRole('button', { name: 'Field size' }));
    await choose('Who can write', 'Only role groups that you choose');
    await waitFor(() =>
      expect(driver?.posted(FIELD_EDIT)[0]).toMatchObject({ id: 13, write_permission: 'write_size' }),
    );
    expect(screen.getByRole('combobox', { name: 'Sensitivity' })).not.toHaveAttribute('aria-disabled');
    await choose('Who can read', 'Everyone who can read Phone');
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)[1]).toMatchObject({ read_permission: 'see_contact' }));
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Sensitivity' })).toHaveAttribute('aria-disabled'));
    await choose('Who can read', 'Only role groups that you choose');
    await waitFor(() => expect(driver?.posted(FIELD_EDIT)[2]).toMatchObject({ read_permission: 'see_size' }));
  });
});

describe('the transitions of a choice', () => {
  const stateField = (transitions: Json) => {
    const choices = ['open', 'shut'].map((name, value) => ({ name, value, en: name, zh: name }));
    const state = { name: 'state', kind: 'choice', label_en: 'State', label_zh: '状态', choices, transitions } as const;
    return fieldRow(14, -3000, completeField(state));
  };
  const close = { name: 'close', from: ['open'], to: 'shut' };
  const openState = async (transitions: Json) => {
    driver = await openDesigner(crudDesignOverride, { fields: [...fields(), stateField(transitions)] });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Field state' }));
    return user;
  };
  const permission = (number: number) => screen.findByRole('combobox', { name: `Permission of transition ${number}` });
  const expectStored = (transitions: readonly object[]) =>
    waitFor(() => expect(driver?.posted(FIELD_EDIT).at(-1)).toMatchObject({ id: 14, transitions }));

  it('have a permission to choose, with labels in both languages', async () => {
    const user = await openState([close]);
    const paste = async (input: HTMLElement, text: string) => {
      await user.click(input);
      await user.paste(text);
    };
    expect(await permission(1)).toHaveTextContent('Everyone who can edit the record');
    expect(screen.queryByLabelText(/label of the permission/)).toBeNull();
    await user.click(await permission(1));
    await user.click(await screen.findByRole('option', { name: 'Only role groups that you choose' }));
    await user.click(screen.getByLabelText(ENGLISH_LABEL));
    const stored = { ...close, node: 'state_close', en: 'State → shut', zh: '状态 → shut' };
    await expectStored([stored]);
    await user.clear(screen.getByLabelText('Chinese label of the permission of transition 1'));
    await paste(screen.getByLabelText('Chinese label of the permission of transition 1'), '办结');
    await user.click(screen.getByLabelText(ENGLISH_LABEL));
    await expectStored([{ ...stored, zh: '办结' }]);
  });

  it('say at the default that a record starts with the first choice', async () => {
    await openState([close]);
    expect(await screen.findByRole('combobox', { name: 'Default value' })).toHaveTextContent('open (the first choice)');
  });

  it('without transitions a choice has no default of its own', async () => {
    await openState(null);
    expect(await screen.findByRole('combobox', { name: 'Default value' })).toHaveTextContent('None');
  });

  it('can share the permission of another transition, or need none again', async () => {
    const reopen = { name: 'reopen', from: ['shut'], to: 'open' };
    const user = await openState([{ ...close, node: 'finish', en: 'Finish', zh: '办结' }, reopen]);
    await user.click(await permission(2));
    await user.click(await screen.findByRole('option', { name: 'Everyone who can make “close”' }));
    await user.click(screen.getByLabelText(ENGLISH_LABEL));
    await expectStored([expect.anything(), { ...reopen, node: 'finish' }]);
    await user.click(await permission(1));
    await user.click(await screen.findByRole('option', { name: 'Everyone who can edit the record' }));
    await user.click(screen.getByLabelText(ENGLISH_LABEL));
    await waitFor(() =>
      expect(driver?.posted(FIELD_EDIT).at(-1)?.['transitions']).toEqual([close, { ...reopen, node: 'finish' }]),
    );
  });
});

describe('the settings of the table', () => {
  it('mark the names that a design needs, and offer the groups of the menu by title', async () => {
    driver = await openDesigner(crudDesignOverride, { fields: fields() });
    const user = userEvent.setup();
    const region = await screen.findByRole('region', { name: 'Table' });
    await user.click(within(region).getByRole('button', { expanded: false }));
    expect(await within(region).findByLabelText(/^Chinese name of the list/)).toHaveAccessibleName(/required/);
    expect(within(region).getByRole('combobox', { name: /Menu group/ })).not.toHaveAccessibleName(/required/);
    await user.click(within(region).getByRole('combobox', { name: /Menu group/ }));
    const titles = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(titles.length).toBeGreaterThan(1);
    expect(titles).toEqual([...titles].sort((a, b) => a.localeCompare(b, 'en')));
  });
});

describe('problems that only the definition knows', () => {
  it('shows each problem as a sentence at the field that it names', async () => {
    driver = await openDesigner(crudDesignOverride, {
      fields: [
        ...fields(),
        fieldRow(14, -3000, completeField({ name: 'sign', kind: 'icon', label_en: 'Id', label_zh: '编号' })),
      ],
      design: designRow(),
    });
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Field sign' });
    await user.click(screen.getByRole('tab', { name: 'Changes' }));
    expect(
      await screen.findByText(/Fix the definition: in en, “id” and “sign” have the same label “Id”\./),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'sign' })).toBeInTheDocument();
  });
});

describe('the designer without a pointer', () => {
  it('adds, moves, and deletes fields from the keyboard', async () => {
    driver = await openDesigner(crudDesignOverride, { fields: fields() });
    const user = userEvent.setup();
    (await screen.findByRole('button', { name: 'Field name' })).focus();
    await user.keyboard('{Enter}');
    screen.getByRole('button', { name: 'Color' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(shownNames()).toContain('Field color'));
    const added = screen.getByRole('button', { name: 'Field color' });
    expect(added).toHaveAttribute('aria-pressed', 'true');
    added.focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toHaveAttribute('aria-label', 'Field name');
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(driver?.posted('/admin/crud_design_field/sortable')).toHaveLength(1));
    added.focus();
    await user.keyboard('{Delete}');
    await waitFor(() => expect(shownNames()).not.toContain('Field color'));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Field /));
  });

  it('breaks no rule of accessibility', async () => {
    driver = await openDesigner(crudDesignOverride, { fields: fields() });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Field size' }));
    await screen.findByRole('combobox', { name: 'Filters' });
    const { violations } = await axe.run(driver.container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  });
});

describe('the preview', () => {
  it('the preview is the grid of the console with sample rows, and does not change the store', async () => {
    driver = await openDesigner(crudDesignOverride, {
      fields: [
        ...fields(),
        fieldRow(
          14,
          -3000,
          completeField({ name: 'owner_id', kind: 'ref', target: 'admin_group', label_en: 'Group', label_zh: '组' }),
        ),
        fieldRow(
          15,
          -4000,
          completeField({ name: 'is_open', kind: 'switch', label_en: 'Open', label_zh: '开', list_rendering: 'tag' }),
        ),
      ],
    });
    const user = userEvent.setup();
    await screen.findByRole('button', { name: 'Field size' });
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const list = await screen.findByRole('region', { name: 'List' });
    const grid = within(list).getByRole('grid', { hidden: true });
    expect(within(grid).getAllByRole('row', { hidden: true })).toHaveLength(4);
    expect(within(grid).getAllByText('Example 1')[0]).toBeInTheDocument();
    expect(within(grid).getByText('Role group 1')).toBeInTheDocument();
    expect(within(grid).queryByRole('switch', { hidden: true })).toBeNull();
    const form = screen.getByRole('region', { name: 'Form' });
    expect(within(form).getByDisplayValue('Role group 1')).toBeInTheDocument();
    const searched = driver.fakeServer.requests.filter(({ path }) => path === '/admin/admin_group/select');
    expect(searched).toEqual([]);
    expect(driver.client.store.getState().entities.rows['complaint']).toBeUndefined();
    const { violations } = await axe.run(driver.container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  });
});
