/** References to rows without title: the id where the user may read the entity, otherwise nothing. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, waitFor } from '@testing-library/react';
import { findColumn } from '../../../common/entity/columns';
import { BootstrapContext, parseBootstrap } from '../../shared/api/bootstrap';
import { createListResponse, openScreen, wholeThing, type Screen } from '../../testing/screenHarness';
import { getFieldType } from './index';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

async function shown(field: 'parent' | 'friends', entities: object): Promise<string> {
  const column = findColumn(wholeThing, field);
  if (column === undefined) throw new Error('no such column');
  const { Cell } = getFieldType(column.kind);
  const value = field === 'parent' ? 1 : [1, 2];
  rendered = await openScreen(
    <BootstrapContext value={parseBootstrap({ entities })}>
      <main>
        <Cell entity={wholeThing} column={column} row={{}} value={value} />
      </main>
    </BootstrapContext>,
    {
      entity: wholeThing,
      answer: ({ path }) => (path.endsWith('/select') ? { envelope: { data: createListResponse([]) } } : undefined),
    },
  );
  const main = document.querySelector('main');
  await waitFor(() => expect(main).not.toBeNull());
  return main?.textContent ?? '';
}

it.each(['parent', 'friends'] as const)('%s', async (field) => {
  expect(await shown(field, { thing: { readable: ['id', 'title'], writable: [] } })).toContain('#1');
  cleanup();
  await rendered?.close();
  expect(await shown(field, {})).not.toContain('#');
});
