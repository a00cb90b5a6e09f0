/** A choice with a default offers no empty value. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page } from '@testing-library/react';
import { defineEntity } from '../../../common/entity/entity';
import { findColumn } from '../../../common/entity/columns';
import { choice, text } from '../../../common/entity/field';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { getFieldType } from './index';

const parcel = defineEntity('parcel', {
  menu: 'content',
  icon: 'label',
  sensitivity: 'public',
  access: { staff: 'crud' },
  fields: {
    title: text({ required: true }),
    state: choice({ hidden: 0, shown: 1 }, { default: 'hidden' }),
    size: choice({ small: 1, large: 2 }),
  },
  title: 'title',
  list: { columns: ['title'] },
  form: ['title', 'state', 'size'],
  labels: {
    en: {
      ...{ $one: 'Parcel', $many: 'Parcels', title: 'Title' },
      state: ['State', { hidden: 'Hidden', shown: 'Shown' }],
      size: ['Size', { small: 'Small', large: 'Large' }],
    },
    'zh-cn': {
      ...{ $one: '包裹', $many: '包裹', title: '标题' },
      state: ['状态', { hidden: '隐藏', shown: '显示' }],
      size: ['大小', { small: '小', large: '大' }],
    },
  },
});
let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});
async function offered(name: string, value: number): Promise<readonly (string | null)[]> {
  const column = findColumn(parcel, name);
  if (column === undefined) throw new Error(`column ${name} is missing`);
  const { Input } = getFieldType('choice');
  const props = { entity: parcel, column, value, id: 'a', labelId: 'b', label: name, rowId: 1, disabled: false };
  screen = await openScreen(<Input {...props} invalid={false} describedBy={undefined} onChange={() => undefined} />, {
    respond: () => undefined,
  });
  fireEvent.mouseDown(await page.findByRole('combobox'));
  return page.getAllByRole('option').map(({ textContent }) => textContent);
}

it('offers the empty value only where no default exists', async () => {
  expect(await offered('state', 1)).toEqual(['Hidden', 'Shown']);
  cleanup();
  await screen?.close();
  expect(await offered('size', 1)).toEqual(['None', 'Small', 'Large']);
});
