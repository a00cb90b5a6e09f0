/** Time zone and currency are picked by name. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rowsReceived } from '../../../shared/store/entities';
import { findColumn } from '../../../../common/entity/columns';
import { config } from '../../../../common/entities/config';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { configOverride } from '../../overrides/configOverride';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

async function openSetting(name: string, value: string) {
  const column = findColumn(config, 'value');
  const Input = configOverride.inputs['value'];
  if (column === undefined || Input === undefined) throw new Error('no input');
  const onChange = jest.fn();
  const input = (
    <Input
      {...{ entity: config, column, value, onChange, id: 'x', labelId: 'y', label: name }}
      {...{ describedBy: undefined, disabled: false, invalid: false, rowId: 1 }}
    />
  );
  rendered = await openScreen(input, { respond: () => undefined });
  const { store } = rendered.client;
  act(() => void store.dispatch(rowsReceived({ e: 'config', rows: [{ id: 1, revision: 1, name, value }] })));
  return onChange;
}

it('a currency is found by its name and stored by its code', async () => {
  const onChange = await openSetting('currency', 'CNY');
  const box = await screen.findByRole('combobox');
  expect(box).toHaveValue('CNY – Chinese Yuan');
  await userEvent.clear(box);
  await userEvent.type(box, 'swiss');
  await userEvent.click(await screen.findByRole('option', { name: /CHF/ }));
  expect(onChange).toHaveBeenLastCalledWith('CHF');
});

it('a time zone is found by its city or its name', async () => {
  const onChange = await openSetting('time_zone', 'Asia/Shanghai');
  const box = await screen.findByRole('combobox');
  expect(box).toHaveValue('Asia/Shanghai (GMT+8)');
  await userEvent.clear(box);
  await userEvent.type(box, 'europe/ber');
  await userEvent.click(await screen.findByRole('option', { name: /Europe\/Berlin/ }));
  expect(onChange).toHaveBeenLastCalledWith('Europe/Berlin');
});

it('other settings keep the input of their kind', async () => {
  await openSetting('site_name', 'Atrium');
  expect(screen.queryByRole('combobox')).toBeNull();
});
