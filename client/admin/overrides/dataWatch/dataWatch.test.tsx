/** The test of a rule, and the comparison of a logged change, as admins see them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { findColumn } from '../../../../common/entity/columns';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { WireRow } from '../../../../common/entity/projectRow';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { createRegistry } from '../../../../common/entity/registry';
import type { RuleTest } from '../../../../common/protocol/dataWatch';
import { EngineContext, createEngineConfig } from '../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../shared/api/bootstrap';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { SensitiveLogPanel } from './DataWatchPanels';
import { RuleStatusCell } from './dataWatchCells';
import { DerivedInput, TableInput } from './dataWatchInputs';
import { TestRuleDialog } from './TestRuleDialog';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();
const engine = createEngineConfig(createRegistry({ recycleRule, sensitiveLog, thing }));
const bootstrap = parseBootstrap({
  permissions: { '/admin/thing': ['/admin/thing/index'] },
  entities: { thing: { readable: ['id', 'title', 'price', 'note'], writable: [] } },
});

describe('the status of a rule', () => {
  const column = findColumn(sensitiveRule, 'status');
  if (column === undefined) throw new Error('the rule has no status');
  const DefaultCell = ({ value }: CellProps) => <span>{value === 1 ? 'Enabled' : 'Disabled'}</span>;
  const open = async (fields: readonly string[], status: number) => {
    const row = { id: 1, data_table: 'thing', data_fields: [...fields], status } as unknown as WireRow;
    const props = { entity: sensitiveRule, column, value: status, row, DefaultCell };
    rendered = await openScreen(
      <EngineContext value={engine}>
        <RuleStatusCell {...props} />
      </EngineContext>,
      { respond: () => undefined },
    );
  };

  it('names removed fields beside “Enabled”, and nothing for a rule whose fields exist or that is disabled', async () => {
    await open(['title', 'color'], 1);
    expect(screen.getByText('Enabled')).toBeVisible();
    expect(await screen.findByText('Field missing')).toBeVisible();
    expect(screen.getByTitle('Fields no longer in the table: color')).toBeVisible();
    cleanup();
    await rendered?.close();
    await open(['title', 'note'], 1);
    expect(screen.queryByText('Field missing')).toBeNull();
    cleanup();
    await rendered?.close();
    await open(['color'], 0);
    expect(screen.queryByText('Field missing')).toBeNull();
  });
});

describe('the test of a rule', () => {
  const result: RuleTest = {
    enabled: false,
    table: 'thing',
    title: 'Thing 1',
    unknown: ['color'],
    fields: [
      { field: 'title', value: 'Thing 1' },
      { field: 'note', value: '••••' },
      { field: 'price', value: null, hidden: true },
    ],
  };
  it('shows for a chosen row the values that the log would record, whether the rule is disabled, and removed fields', async () => {
    const { fakeServer } = await open();
    await user.click(screen.getByLabelText('Record'));
    await user.click(await screen.findByRole('option', { name: /Thing 1/ }));
    expect(await screen.findByText('If “Thing 1” were deleted, the log would show:')).toBeVisible();
    expect(screen.getByText('This rule is disabled, so nothing is logged.')).toBeVisible();
    expect(screen.getByText('Fields no longer in the table: color')).toBeVisible();
    expect(screen.getByText('logged, but you can’t see it')).toBeVisible();
    expect(screen.getByText('••••')).toBeVisible();
    const request = fakeServer.requests.find(({ path }) => path === '/admin/recycle_rule/test');
    expect([request?.query.get('id'), request?.query.get('row')]).toEqual(['4', '1']);
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
  async function open() {
    rendered = await openScreen(
      <EngineContext value={engine}>
        <BootstrapContext value={bootstrap}>
          <TestRuleDialog rule={recycleRule} id={4} name="Things" table="thing" onClose={() => undefined} />
        </BootstrapContext>
      </EngineContext>,
      {
        respond: ({ path }) => {
          if (path === '/admin/thing/select') return { envelope: { data: createListResponse([thingRow(1)]) } };
          return path === '/admin/recycle_rule/test' ? { envelope: { data: result } } : undefined;
        },
      },
    );
    return rendered;
  }
});

describe('an entry of the sensitive data log', () => {
  const open = async (entry: Record<string, unknown>, today: Record<string, string>) => {
    rendered = await openScreen(
      <EngineContext value={engine}>
        <BootstrapContext value={bootstrap}>
          <SensitiveLogPanel id={9} onClose={() => undefined} onPage={undefined} />
        </BootstrapContext>
      </EngineContext>,
      {
        respond: ({ path }) => {
          const row = {
            id: 9,
            data_table: 'thing',
            id_value: 1,
            title: 'Thing 1',
            data_field: 'title',
            create_time: 1_750_000_000,
            ...entry,
          };
          if (path === '/admin/sensitive_log/info') return { envelope: { data: { row } } };
          return path === '/admin/thing/edit'
            ? { envelope: { data: { row: thingRow(1, today), refs: {}, seq: '1', epoch: 'e' } } }
            : undefined;
        },
      },
    );
  };
  const fact = (label: string) => screen.getByText(label).nextElementSibling;

  it('compares the value before with the value after, and both with today', async () => {
    await open({ before: 'An old name', after: 'A new name' }, { title: 'A newer name' });
    await screen.findByText('Change');
    await waitFor(() => expect(fact('Change')?.querySelectorAll('del, ins').length).toBeGreaterThan(0));
    await waitFor(() => expect(fact('Today')).toHaveTextContent(/newer/));
    const link = screen.getByRole('link', { name: 'View the record before this change' });
    expect(link).toHaveAttribute('href', '/admin/thing?as_of=1749999999&record=1');
  });

  it('the panel shows whether the value is unchanged since, or equal to that before the change', async () => {
    await open({ before: 'Old', after: 'New' }, { title: 'New' });
    expect(await screen.findByText('unchanged since')).toBeVisible();
    cleanup();
    await rendered?.close();
    await open({ before: 'Old', after: 'New' }, { title: 'Old' });
    expect(await screen.findByText('same as before the change')).toBeVisible();
  });

  it('compares nothing where the values are masked', async () => {
    await open({ before: '••••••', after: '••••••' }, { title: 'New' });
    await screen.findAllByText('••••••');
    expect(screen.queryByText('Change')).toBeNull();
  });
});

describe('the form of a rule', () => {
  const getInput = (name: string) => {
    const column = findColumn(recycleRule, name);
    if (column === undefined) throw new Error(name);
    return {
      entity: recycleRule,
      column,
      value: null,
      onChange: () => undefined,
      id: name,
      labelId: `${name}-label`,
      label: name,
      describedBy: undefined,
      disabled: false,
      invalid: false,
      rowId: null,
    };
  };
  const tables = { thing: 'Things' };
  /** The inputs, and a function that gives the console another registry, as when an entity was designed. */
  async function open(table: string, answers: () => object) {
    let design: () => void = () => undefined;
    function Form() {
      const [config, setConfig] = useState(engine);
      design = () => setConfig(createEngineConfig(createRegistry({ recycleRule, sensitiveLog, thing })));
      return (
        <EngineContext value={config}>
          <BootstrapContext value={bootstrap}>
            <TableInput {...getInput('data_table')} value={table} />
            <DerivedInput {...getInput('controller')} parent={table} />
            <DerivedInput {...getInput('primary_key')} parent={table} />
          </BootstrapContext>
        </EngineContext>
      );
    }
    rendered = await openScreen(<Form />, {
      respond: ({ path }) =>
        path === '/admin/recycle_rule/add' ? { envelope: { data: { tables: answers() } } } : undefined,
    });
    return { design: () => act(() => design()) };
  }
  const boxes = () => screen.getAllByRole('combobox');

  it('shows controller and primary key of the chosen table, from the registry, as lists', async () => {
    await open('thing', () => tables);
    const [, controller, key] = boxes();
    if (!controller || !key) throw new Error('inputs are missing');
    expect([controller, key].map((box) => (box as HTMLInputElement).value)).toEqual(['thing', 'id']);
    await user.click(controller);
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Thingsthing']);
  });

  it('offers neither without a table', async () => {
    await open('', () => tables);
    const [, controller, key] = boxes();
    expect(controller).toBeDisabled();
    expect(key).toBeDisabled();
  });

  it('offers a designed entity at once', async () => {
    let answer: Record<string, string> = tables;
    const { design } = await open('', () => answer);
    const [table] = boxes();
    if (!table) throw new Error('the input is missing');
    await user.click(table);
    expect(await screen.findByRole('option', { name: /Things/ })).toBeVisible();
    await user.keyboard('{Escape}');
    answer = { ...tables, complaint: 'Complaints' };
    design();
    await user.click(table);
    expect(await screen.findByRole('option', { name: /Complaints/ })).toBeVisible();
  });
});
