/** What stands on a screen is asked for again while nobody refused it and there is somebody to ask. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { connectionChanged } from '../shared/connection';
import { createTestClient } from '../testing/testClient';
import { useAskedAgain } from './useAskedAgain';

afterEach(cleanup);

const fault = (kind: string, status: number) => ({ kind, status, code: 0, msg: 'x', data: null });
function Screen({ error, ask }: { readonly error: unknown; readonly ask: () => void }) {
  useAskedAgain({ error, startedTimeStamp: 1 }, true, ask);
  return null;
}

it('asks again once the connection stands, and never after a refusal', async () => {
  const { store } = createTestClient();
  const asked: string[] = [];
  const [lost, refused] = [() => void asked.push('lost'), () => void asked.push('refused')];
  render(
    <Provider store={store}>
      <Screen error={fault('network', 0)} ask={lost} />
      <Screen error={fault('http', 403)} ask={refused} />
    </Provider>,
  );
  expect(asked).toEqual([]);
  act(() => void store.dispatch(connectionChanged({ status: 'live', since: 0 })));
  await waitFor(() => expect(asked).toEqual(['lost']), { timeout: 10_000 });
});
