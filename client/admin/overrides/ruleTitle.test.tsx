/** What rules are called in their list; one whose page stays empty is marked, and no other is. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { userRule } from '../../../common/entities/userRule';
import { columnsOf } from '../../../common/entity/columns';
import { registryOf } from '../../../common/entity/registry';
import type { Lang } from '../../shared/store/settings';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { userRuleScreen } from './userRule';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

const title = columnsOf(userRule).get('title');
const Cell = userRuleScreen.cells['title'];
const frame = { id: 1, revision: 1, menu_type: 'iframe', extend: 'none' };

it('marks what no frame ever shows', async () => {
  if (!title || !Cell) throw new Error('rules have no title');
  const rows = {
    Plain: { ...frame, url: 'http://plain.example/' },
    Own: { ...frame, url: '/admin/news' },
    Safe: { ...frame, url: 'https://example.com/' },
    Public: { ...frame, url: '/page/about' },
    Link: { ...frame, menu_type: 'link', url: 'http://plain.example/' },
    Entry: { ...frame, extend: 'add_menu_only', url: 'http://plain.example/' },
    Unread: frame,
  };
  screen = await openScreen(
    <>
      {Object.entries(rows).map(([name, row]) => (
        <p key={name} data-rule={name}>
          <Cell entity={userRule} column={title} row={row} value={name} />
        </p>
      ))}
    </>,
    { answer: () => undefined },
  );
  const marks = await page.findAllByTitle(/^Never shown inside/);
  expect(marks.map((mark) => mark.closest('[data-rule]')?.getAttribute('data-rule'))).toEqual(['Plain', 'Own']);
});

it('calls the screens of the member centre as members read them, and all else as staff named it', () => {
  const say = (text: string, lang: Lang) => userRuleScreen.translateTitle?.(text, lang, registryOf({ userRule }));
  expect([say('changePassword', 'en'), say('changePassword', 'zh-cn')]).toEqual(['Password', '密码']);
  expect([say('Our board', 'zh-cn'), say('constructor', 'en')]).toEqual(['Our board', 'constructor']);
});
