/** The note below a shared draft names the other people, in both languages. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { settingsChanged } from '../../../shared/store/settings';
import { openScreen } from '../../../testing/screenHarness';
import type { DraftStatus } from './draftConnection';
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

function Note() {
  useLazyTranslations();
  return (
    <SharedDraftNote
      status={status}
      isUnsaved={true}
      couldWrite={true}
      onDiscard={ignore}
      onCopy={ignore}
      onReload={ignore}
    />
  );
}

it('names each person once, separated as the language does it', async () => {
  const { client, close } = await openScreen(<Note />, { answer: () => undefined });
  expect(await screen.findByText('Also here: Anna, Ben')).toBeVisible();
  expect(screen.getByText(/^Unsaved changes by Anna, Ben\./)).toBeVisible();
  act(() => void client.store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await screen.findByText('同在此处：Anna、Ben')).toBeVisible();
  expect(screen.getByText(/^Anna、Ben 的改动/)).toBeVisible();
  await close();
});
