/** Activation codes: partly used codes show the number of redemptions, and a series has an expiry. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { activationCode } from '../../../../common/entities/activationCode';
import { app } from '../../../../common/entities/app';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import { parseUnixSeconds } from '../../../../common/text/time/dates';
import { EntityPage } from '../../../engine/EntityPage';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { activationCodeOverride } from './activationCodeOverride';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const ROWS = [
  { id: 1, revision: 1, code: 'AAAA', num: 2, uses: 1, use_status: 1, status: 1 },
  { id: 2, revision: 1, code: 'BBBB', num: 2, uses: 0, use_status: 1, status: 1 },
  { id: 3, revision: 1, code: 'CCCC', num: 2, uses: 2, use_status: 2, status: 1 },
];
const PASSED = 'Choose a time in the future';

it('a code that some redemptions have used shows their number; a series sends its expiry and shows a refusal', async () => {
  rendered = await openScreen(<EntityPage entity={activationCode} record={undefined} />, {
    at: '/admin/activation_code',
    others: [activationCode, app, pluginVersion],
    overrides: [activationCodeOverride],
    otherPermissions: ['index', 'add'].map((verb) => `activation_code/${verb}`),
    respond: ({ path }) => {
      if (path === '/admin/activation_code/index') return { envelope: { data: createListResponse(ROWS) } };
      return path === '/admin/activation_code/series'
        ? { status: 400, envelope: { code: 0, msg: PASSED, data: { fields: { 'list.0.expire_time': PASSED } } } }
        : undefined;
    },
  });
  expect(await screen.findByText('1 of 2')).toBeVisible();
  expect([screen.getAllByText('Unused'), screen.getAllByText('Used')].map(({ length }) => length)).toEqual([1, 1]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Create series' }));
  await user.clear(await screen.findByLabelText('Number of codes'));
  await user.click(screen.getByRole('button', { name: 'Create codes' }));
  expect(screen.getByLabelText('Series name')).toHaveAccessibleDescription('Fill in this field');
  expect(screen.getByLabelText('Number of codes')).toHaveAccessibleDescription('At least 1');
  await user.type(screen.getByLabelText('Series name'), 'Spring');
  await user.type(screen.getByLabelText('Number of codes'), '3');
  await user.type(screen.getByLabelText('Expires'), '2020-01-31 08:00:00');
  await user.click(screen.getByRole('button', { name: 'Create codes' }));
  expect(await screen.findByText(PASSED)).toBeVisible();
  expect(screen.getByLabelText('Expires')).toHaveAccessibleDescription(PASSED);
  const [request, ...others] = rendered.fakeServer.requests.filter(
    ({ path }) => path === '/admin/activation_code/series',
  );
  expect(request?.body).toMatchObject({
    series: 'Spring',
    count: 3,
    expire_time: parseUnixSeconds('2020-01-31 08:00:00'),
  });
  expect(others).toEqual([]);
});
