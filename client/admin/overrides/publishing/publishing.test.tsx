/** A hidden row that waits for its time is shown as scheduled, in the list and in its form. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen as page } from '@testing-library/react';
import { entities } from '../../../../common/entities/index';
import { news } from '../../../../common/entities/news';
import { getColumns } from '../../../../common/entity/columns';
import { formatDateTime } from '../../../../common/text/time/dates';
import { LiveCell } from '../../../engine/list/cells/LiveCell';
import { rowsReceived } from '../../../shared/store/entities';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { scheduleNoteOf } from './PublishingStatus';
import { publishingOverrides } from './publishingOverrides';

const ScheduleNote = scheduleNoteOf(news.name);
const FROM = 4_000_000_000;
const UNTIL = FROM + 86_400;
let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
  screen = undefined;
});

const ROWS = [
  { id: 1, status: 0, show_from: FROM, show_until: null },
  { id: 2, status: 0, show_from: null, show_until: null },
  { id: 3, status: 1, show_from: null, show_until: FROM },
  { id: 4, status: 0, show_from: FROM, show_until: UNTIL },
];
const show = async () => {
  const column = getColumns(news).get('status');
  screen = await openScreen(
    <>
      {ROWS.map((row) => (
        <div key={row.id} data-testid={`row ${row.id}`}>
          {column && (
            <LiveCell
              entity={news}
              column={column}
              cachedRow={{ revision: 1, row }}
              initialChange={undefined}
              commit={undefined}
            />
          )}
        </div>
      ))}
      {ROWS.map(({ id }) => (
        <div key={id} data-testid={`form ${id}`}>
          <ScheduleNote rowId={id} />
        </div>
      ))}
    </>,
    { respond: () => undefined, overrides: publishingOverrides },
  );
  return screen;
};

it('publishing: all entities with a publishing window, and no others, have the status', () => {
  const published = Object.values(entities).filter(({ spec }) => 'show_from' in spec.fields);
  expect(publishingOverrides.map(({ entity }) => entity).sort()).toEqual(published.map(({ name }) => name).sort());
});

it('publishing: list and form say when the server shows or hides a row, and nothing else of other rows', async () => {
  const { store } = (await show()).client;
  const rows = ROWS.map((row) => ({ ...row, revision: 1 }));
  act(() => void store.dispatch(rowsReceived({ e: 'news', rows })));
  expect(await page.findAllByText('Scheduled · 2096-10-02')).toHaveLength(2);
  const textOf = (id: string) => page.getByTestId(id).textContent;
  expect([2, 3, 4].map((id) => textOf(`row ${id}`))).toEqual([
    'Hidden',
    'Shown until 2096-10-02',
    'Scheduled · 2096-10-02',
  ]);
  const [from, until] = [formatDateTime(FROM), formatDateTime(UNTIL)];
  const sentences = [`Scheduled for ${from}`, '', `Shown until ${from}`, `Scheduled for ${from}, shown until ${until}`];
  expect(ROWS.map(({ id }) => textOf(`form ${id}`))).toEqual(sentences);
  for (const sentence of sentences.filter((text) => text !== '')) expect(page.getByTitle(sentence)).toBeVisible();
});

it('the status of a row, which a narrow column cuts, has its text as tooltip', async () => {
  await show();
  expect(page.getByTestId('row 2').querySelector('[title="Hidden"]')).toBeVisible();
});
