/** A job in its panel: live steps, output and error, and cancelling. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { job } from '../../../../common/entities/job';
import type { WireRow } from '../../../../common/entity/projectRow';
import { EntityPage } from '../../../engine/EntityPage';
import { settingsChanged } from '../../../shared/store/settings';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { jobOverride } from './jobOverride';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

const running: WireRow = {
  id: 5,
  revision: 1,
  kind: 'apply_design',
  subject: 'complaint',
  status: 'running',
  progress: 12,
  output: 'CREATE TABLE',
  error: '',
  admin_id: 7,
  create_time: 1,
  is_cancelling: 0,
  steps: [
    { name: 'check', status: 'success', at: 1 },
    { name: 'unheard', status: 'waiting', at: null },
  ],
};

async function openJob(row: () => WireRow) {
  driver = await openScreen(<EntityPage entity={job} record="5" />, {
    at: '/admin/job/5',
    others: [job],
    adminId: 7,
    overrides: [jobOverride],
    respond: ({ method, path }) => {
      if (path === '/admin/job/edit' && method === 'GET')
        return { envelope: { data: { row: row(), refs: {}, seq: '1', epoch: 'e1' } } };
      return path === '/admin/job/cancel' ? { envelope: { msg: 'Job canceled.' } } : undefined;
    },
  });
  await screen.findByText('Apply design · complaint');
  return userEvent.setup();
}
const stepTexts = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const receive = (v: number, set: WireRow) =>
  act(() =>
    driver?.receiveFrame({ e: 'job', c: [{ op: 'u', id: 5, v, set: { ...set, revision: v }, at: Date.now() }] }),
  );

describe('the title of a job', () => {
  it('is the name of its kind in the language of the reader, and never the kind itself', async () => {
    await openJob(() => running);
    const title = (kind: string, lang: 'en' | 'zh-cn') =>
      jobOverride.translateTitle?.(kind, lang, { all: [job], get: () => job });
    expect([title('apply_design', 'en'), title('apply_design', 'zh-cn')]).toEqual(['Apply design', '应用设计']);
    expect([title('unheard', 'en'), title('unheard', 'zh-cn')]).toEqual(['Job', '后台任务']);
  });
});

describe('the card of a job on a phone', () => {
  const usualMedia = window.matchMedia;
  afterEach(() => {
    window.matchMedia = usualMedia;
  });

  it('shows the progress in percent in both languages', async () => {
    window.matchMedia = (media) => Object.assign(usualMedia(media), { matches: media === PHONE_QUERY });
    driver = await openScreen(<EntityPage entity={job} />, {
      at: '/admin/job',
      others: [job],
      adminId: 7,
      overrides: [jobOverride],
      respond: ({ path }) =>
        path === '/admin/job/index' ? { envelope: { data: createListResponse([running]) } } : undefined,
    });
    const progress = await screen.findByText('12 %');
    expect(progress.closest('li')).not.toBeNull();
    const { store } = driver.client;
    act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
    expect(await screen.findByText('执行中')).toBeInTheDocument();
    expect(screen.getByText('12 %')).toBeInTheDocument();
  });
});

describe('a job', () => {
  it('shows steps and progress, and follows them live', async () => {
    await openJob(() => running);
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '12');
    expect(stepTexts()[1]).toBe('unheardwaiting');
    receive(2, {
      status: 'failed',
      progress: 12,
      error: 'The table is locked.',
      steps: [
        { name: 'check', status: 'failed', at: 1 },
        { name: 'import', status: 'waiting', at: null },
      ],
    });
    expect(await screen.findByText('The table is locked.')).toBeInTheDocument();
    expect(stepTexts()[0]).toMatch(/^Check definitionfailed/);
    expect(stepTexts()[1]).toBe('Import spreadsheet rowsskipped');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('a job can be canceled by the admin who started it, and shows that it is being canceled', async () => {
    const user = await openJob(() => running);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(driver?.fakeServer.requests.find(({ path }) => path === '/admin/job/cancel')?.body).toMatchObject({
        id: 5,
      }),
    );
    receive(2, { is_cancelling: 1 });
    expect(await screen.findByText('Canceling and undoing the steps…')).toBeInTheDocument();
  });

  it('a job of another admin cannot be canceled', async () => {
    await openJob(() => ({ ...running, admin_id: 8 }));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});
