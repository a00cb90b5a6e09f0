/** Every kind of field shows, edits and filters any value, including empty and invalid ones. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import fc from 'fast-check';
import { useState, type ReactNode } from 'react';
import type { Json } from '../../../common/entity/field';
import { FIELD_KINDS, type FieldKind } from '../../../common/entity/fieldKinds';
import { getColumns, type Column } from '../../../common/entity/columns';
import { parseUnixSeconds } from '../../../common/text/time/dates';
import { TOUCH_QUERY } from '../../shared/app/useIsTouch';
import { createListResponse, openScreen, thing, wholeRow, type Screen } from '../../testing/screenHarness';
import { getFieldType } from './index';

const usualMedia = window.matchMedia;
let rendered: Screen | undefined;
afterEach(async () => {
  window.matchMedia = usualMedia;
  cleanup();
  await rendered?.close();
  rendered = undefined;
});

const kindNames = Object.keys(FIELD_KINDS) as FieldKind[];
const getColumn = (kind: FieldKind): Column => {
  const column = [...getColumns(thing).values()].find(
    (candidate) => candidate.kind === kind && candidate.name in thing.spec.fields,
  );
  if (column === undefined) throw new Error(`no field of kind ${kind}`);
  return column;
};
const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>; // same shape with another name
const likely: Partial<Record<FieldKind, fc.Arbitrary<Json>>> = {
  integer: fc.integer(),
  float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  money: fc.integer().map((cents) => (cents / 100).toFixed(2)),
  datetime: fc.integer({ min: 0, max: 4_000_000_000 }),
  switch: fc.constantFrom(0, 1),
  choice: fc.constantFrom(0, 1),
  choices: fc.subarray([1, 2]),
  refs: fc.subarray([1, 2, 3]),
  array: fc.array(fc.string()),
  color: fc.constantFrom('#aabbcc', '#000000'),
  image: fc.constantFrom('/storage/a.png', 'javascript:alert(1)', 7),
};
const getValues = (kind: FieldKind): readonly Json[] => [
  null,
  ...fc.sample(likely[kind] ?? fc.string(), { numRuns: 6, seed: 7 }),
  ...fc.sample(json, { numRuns: 6, seed: 11 }),
];

const answer = () => ({ envelope: { data: createListResponse([wholeRow(1), wholeRow(2), wholeRow(3)]) } });
const open = async (element: ReactNode) => {
  rendered = await openScreen(<>{element}</>, { respond: answer });
  await act(() => sleep(20));
  return rendered;
};

interface FieldProps {
  readonly column: Column;
  readonly start: Json;
  readonly id?: string;
}
function Field({ column, start, id = 'field' }: FieldProps) {
  const [value, setValue] = useState<Json>(start);
  const { Input } = getFieldType(column.kind);
  return (
    <div>
      <label id={`${id}-label`} htmlFor={id}>
        Field
      </label>
      <Input
        entity={thing}
        column={column}
        value={value}
        onChange={setValue}
        id={id}
        labelId={`${id}-label`}
        label="Field"
        describedBy={undefined}
        disabled={false}
        invalid={false}
        rowId={9}
      />
      <samp>{JSON.stringify(value)}</samp>
    </div>
  );
}

describe.each(kindNames)('a field of kind %s', (kind) => {
  const column = getColumn(kind);
  const { Cell, Filter } = getFieldType(kind);

  it('cell: shows any value', async () => {
    const row = wholeRow(1);
    await open(
      <ul>
        {getValues(kind).map((value, index) => (
          <li key={index}>
            <Cell entity={thing} column={column} value={value} row={row} />
          </li>
        ))}
      </ul>,
    );
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(6);
    expect(document.querySelector('a[href^="javascript"], img[src^="javascript"]')).toBeNull();
  });

  it('input: accepts any initial value', async () => {
    const values = getValues(kind);
    await open(values.map((value, index) => <Field key={index} column={column} start={value} id={`field-${index}`} />));
    expect(document.querySelectorAll('samp')).toHaveLength(values.length);
  });

  it('input: has an accessible name', async () => {
    const { container } = await open(<Field column={column} start={null} />);
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });

  it('filter: uses a short text, if it exists', async () => {
    if (Filter === null) {
      expect(column.operators).toEqual([]);
      return;
    }
    const texts = ['', '1', '1,2', '1..2', 'null', 'x y'];
    const filters = texts.map((text) => (
      <section key={text}>
        <Filter entity={thing} column={column} value={text} onChange={() => undefined} label="Field" />
      </section>
    ));
    const { container } = await open(filters);
    expect(container.querySelectorAll('section input').length).toBeGreaterThanOrEqual(texts.length);
  });
});

const outcome = () => JSON.parse(document.querySelector('samp')?.textContent ?? 'null') as Json;

describe('typing into a field', () => {
  const user = userEvent.setup();

  it('number: reports a number only when the text is one', async () => {
    await open(<Field column={getColumn('float')} start={null} />);
    const input = screen.getByLabelText('Field');
    await user.type(input, '-1.');
    expect(outcome()).toBe('-1.');
    await user.type(input, '5');
    expect(outcome()).toBe(-1.5);
  });

  it('date-time: uses the fixed format and reports only complete values', async () => {
    await open(<Field column={getColumn('datetime')} start={null} />);
    const input = screen.getByLabelText('Field');
    await user.type(input, '20270322');
    expect([input, outcome()]).toEqual([expect.objectContaining({ value: '2027-03-22' }), '2027-03-22']);
    await user.type(input, '063019');
    expect(input).toHaveValue('2027-03-22 06:30:19');
    expect(outcome()).toBe(parseUnixSeconds('2027-03-22 06:30:19'));
    await user.clear(input);
    expect(outcome()).toBeNull();
  });

  it('date and time: take values of the browser’s picker on touch screens', async () => {
    window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media === TOUCH_QUERY });
    await open(<Field column={getColumn('time')} start={null} />);
    const picker = document.querySelector('input[type=time]');
    if (picker === null) throw new Error('no picker');
    fireEvent.change(picker, { target: { value: '18:30' } });
    expect([outcome(), screen.getByLabelText('Field')]).toEqual([
      '18:30:00',
      expect.objectContaining({ value: '18:30:00' }),
    ]);
  });

  it('money: keeps the amount as text', async () => {
    await open(<Field column={getColumn('money')} start="12.50" />);
    const input = screen.getByLabelText('Field');
    await user.clear(input);
    await user.type(input, '0.10');
    expect(outcome()).toBe('0.10');
  });

  it('JSON: reports only valid JSON and shows an error otherwise', async () => {
    await open(<Field column={getColumn('json')} start={{ a: 1 }} />);
    const input = screen.getByLabelText('Field');
    await user.clear(input);
    await user.type(input, '[[1, 2');
    expect(screen.getByText('Enter valid JSON')).toBeVisible();
    await user.type(input, ']');
    expect(outcome()).toEqual([1, 2]);
  });

  it('reference: chooses rows by title', async () => {
    await open(<Field column={getColumn('ref')} start={null} />);
    await user.click(screen.getByLabelText('Field'));
    await user.click(await screen.findByRole('option', { name: 'Thing 2' }));
    expect(outcome()).toBe(2);
  });

  it('password: shows the strength without a request', async () => {
    await open(<Field column={getColumn('password')} start={null} />);
    await user.type(screen.getByLabelText('Field'), 'aaaaaa');
    expect(screen.getByText('Strength: very weak')).toBeVisible();
    await user.type(screen.getByLabelText('Field'), 'B7-quiet-river');
    expect(screen.getByText('Strength: strong')).toBeVisible();
  });

  it('reference: allows typing while options load, single and multiple', async () => {
    for (const kind of ['ref', 'refs'] as const) {
      await open(<Field column={getColumn(kind)} start={kind === 'ref' ? null : [1]} />);
      const input = screen.getByLabelText('Field');
      await user.click(input);
      await user.type(input, 'Thing');
      expect(input).toHaveValue('Thing');
      cleanup();
      await rendered?.close();
    }
  });

  it('region: chooses level by level', async () => {
    await open(<Field column={getColumn('city')} start={null} />);
    const choose = async (level: string, name: string) => {
      const menu = await screen.findByRole('combobox', { name: level });
      await waitFor(() => expect(menu).not.toHaveAttribute('aria-disabled'));
      await user.click(menu);
      await user.click(await screen.findByRole('option', { name }));
    };
    await choose('Province', '广东省');
    await choose('City', '深圳市');
    await choose('District', '南山区');
    expect(outcome()).toEqual(['440000', '440300', '440305']);
    await choose('Province', '北京市');
    expect(outcome()).toEqual(['110000']);
  });

  it('icon: is found by a word in both languages', async () => {
    await open(<Field column={getColumn('icon')} start={null} />);
    const input = await screen.findByRole('combobox', { name: 'Field' });
    await user.type(input, '购物车');
    expect(await screen.findAllByRole('option')).toHaveLength(1);
    await user.clear(input);
    await user.type(input, 'shopping');
    await user.click(await screen.findByRole('option', { name: 'shopping bag' }));
    expect(outcome()).toBe('shopping_bag');
  });
});
