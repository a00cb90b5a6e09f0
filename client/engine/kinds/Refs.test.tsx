/** References whose rows have no title: the id where the reader may read the entity, nothing elsewhere. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, waitFor } from '@testing-library/react';
import { columnNamed } from '../../../common/entity/meta';
import { BootstrapContext, bootstrapOf } from '../../shared/bootstrap';
import { listOf, openScreen, wholeThing, type Screen } from '../../testing/screen';
import { viewOf } from './index';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

async function shown(field: 'parent' | 'friends', entities: object): Promise<string> {
  const column = columnNamed(wholeThing, field);
  if (column === undefined) throw new Error('no such column');
  const { Cell } = viewOf(column.kind);
  const value = field === 'parent' ? 1 : [1, 2];
  opened = await openScreen(
    <BootstrapContext value={bootstrapOf({ entities })}>
      <main>
        <Cell entity={wholeThing} column={column} row={{}} value={value} />
      </main>
    </BootstrapContext>,
    {
      entity: wholeThing,
      answer: ({ path }) => (path.endsWith('/select') ? { envelope: { data: listOf([]) } } : undefined),
    },
  );
  const main = document.querySelector('main');
  await waitFor(() => expect(main).not.toBeNull());
  return main?.textContent ?? '';
}

it.each(['parent', 'friends'] as const)('%s', async (field) => {
  expect(await shown(field, { thing: { readable: ['id', 'title'], writable: [] } })).toContain('#1');
  cleanup();
  await opened?.close();
  expect(await shown(field, {})).not.toContain('#');
});
