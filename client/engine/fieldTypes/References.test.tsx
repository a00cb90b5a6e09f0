/** References to rows without title: the id where the user may read the entity, otherwise the mark of hidden values. */
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

type Part = 'Cell' | 'Input';
async function shown(field: 'parent' | 'friends', entities: object, part: Part = 'Cell'): Promise<string> {
  const column = findColumn(wholeThing, field);
  if (column === undefined) throw new Error('no such column');
  const { Cell, Input } = getFieldType(column.kind);
  const value = field === 'parent' ? 1 : [1, 2];
  rendered = await openScreen(
    <BootstrapContext value={parseBootstrap({ entities })}>
      <main>
        {part === 'Cell' ? (
          <Cell entity={wholeThing} column={column} row={{}} value={value} />
        ) : (
          <Input
            entity={wholeThing}
            column={column}
            value={value}
            stored={value}
            rowId={1}
            parent={null}
            disabled={true}
            id="input"
            labelId="label"
            label={field}
            describedBy={undefined}
            invalid={false}
            onChange={() => undefined}
          />
        )}
      </main>
    </BootstrapContext>,
    {
      entity: wholeThing,
      respond: ({ path }) => (path.endsWith('/select') ? { envelope: { data: createListResponse([]) } } : undefined),
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
  expect(await shown(field, {})).toBe('••••You don’t have permission to see this value');
});

it.each(['parent', 'friends'] as const)('%s: a disabled input says that the value is hidden', async (field) => {
  expect(await shown(field, {}, 'Input')).toBe('••••You don’t have permission to see this value');
});
