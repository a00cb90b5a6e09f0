/** The note below a shared draft names the other people, in both languages. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { settingsChanged } from '../../../shared/store/settings';
import { openScreen } from '../../../testing/screenHarness';
import type { DraftStatus } from './draftStatus';
import { useDiscardNotice } from './DiscardDraft';
import { SharedDraftNote } from './SharedDraftNote';

afterEach(cleanup);

const people = ['Anna', 'Ben', 'Anna'].map((name) => ({ p: name, name }));
const status: DraftStatus = {
  phase: 'live',
  canWrite: true,
  suggest: null,
  lost: 0,
  base: '',
  writers: people,
  people,
  stop: null,
};
const ignore = () => undefined;

function Note({ isOverruled = false }: Pick<DraftStatus, 'isOverruled'>) {
  useLazyTranslations();
  const [current, setCurrent] = useState<DraftStatus>({ ...status, isOverruled });
  const cleo = { p: 'Cleo', name: 'Cleo' };
  return (
    <>
      <button onClick={() => setCurrent({ ...current, people: [...people, cleo] })}>join</button>
      <button onClick={() => setCurrent({ ...current, people: current.people.slice(1) })}>leave</button>
      <SharedDraftNote
        status={current}
        isUnsaved={true}
        couldWrite={true}
        onDiscard={ignore}
        onCopy={ignore}
        onReload={ignore}
      />
    </>
  );
}

it('names each person once, separated as the language does it', async () => {
  const { client, close } = await openScreen(<Note />, { respond: () => undefined });
  expect(await screen.findByText('Also here: Anna, Ben')).toBeVisible();
  expect(screen.getByText(/^Unsaved changes by Anna, Ben\./)).toBeVisible();
  act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await screen.findByText('同在此处：Anna、Ben')).toBeVisible();
  expect(screen.getByText(/^Anna、Ben 的改动/)).toBeVisible();
  await close();
});
function DiscardNotice() {
  useLazyTranslations();
  const [current, setCurrent] = useState<DraftStatus>(status);
  useDiscardNotice(current);
  return <button onClick={() => setCurrent({ ...status, discarded: { p: 'Anna', name: 'Anna' } })}>discard</button>;
}
it('says who else discarded the unsaved text', async () => {
  const { close } = await openScreen(<DiscardNotice />, { respond: () => undefined });
  fireEvent.click(screen.getByRole('button', { name: 'discard' }));
  expect(await screen.findByText('Anna discarded the unsaved text for everyone')).toBeVisible();
  await close();
});
it('says that somebody else decided about a suggestion before, in both languages', async () => {
  const { client, close } = await openScreen(<Note isOverruled />, { respond: () => undefined });
  expect(await screen.findByText(/^Someone else decided about one of these suggestions before you did/)).toBeVisible();
  act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await screen.findByText(/^其他人已先于您处理了其中一条修改建议/)).toBeVisible();
  await close();
});
it('announces who joins, and nothing when somebody leaves', async () => {
  const { close } = await openScreen(<Note />, { respond: () => undefined });
  await screen.findByText('Also here: Anna, Ben');
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(announced().join('')).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'join' }));
  expect(announced().join('')).toBe('Cleo joined');
  fireEvent.click(screen.getByRole('button', { name: 'leave' }));
  expect(announced().join('')).toBe('Cleo joined');
  await close();
});
