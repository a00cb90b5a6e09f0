/** The next step of an empty list. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { EmptyListStep } from './EmptyListStep';

let opened: Screen;
afterEach(async () => {
  cleanup();
  await opened.close();
});

it('offers a page that the person has, and nothing for other entities', async () => {
  opened = await openScreen(
    <>
      {['security_event', 'message', 'thing'].map((entity) => (
        <EmptyListStep key={entity} entity={entity} />
      ))}
    </>,
    { respond: () => undefined },
  );
  expect(await screen.findByRole('button', { name: 'Set up two-step verification' })).toBeVisible();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
