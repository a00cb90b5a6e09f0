/** RuleTitle: titles of rules in their list; a rule with a blocked URL is marked. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen as page } from '@testing-library/react';
import { userRule } from '../../../../common/entities/userRule';
import { getColumns } from '../../../../common/entity/columns';
import { createRegistry } from '../../../../common/entity/registry';
import type { Lang } from '../../../../common/lang';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { userRuleOverride } from './userRuleOverride';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  await screen?.close();
});

const title = getColumns(userRule).get('title');
const Cell = userRuleOverride.cells['title'];
const frame = { id: 1, revision: 1, menu_type: 'iframe', extend: 'none' };

it('RuleTitle: warns about a URL that cannot be embedded', async () => {
  if (!title || !Cell) throw new Error('cell of `title` is missing');
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
    { respond: () => undefined },
  );
  const marks = await page.findAllByTitle(/^Can’t be embedded/);
  expect(marks.map((mark) => mark.closest('[data-rule]')?.getAttribute('data-rule'))).toEqual(['Plain', 'Own']);
});

it('RuleTitle: translates titles of built-in member screens, and keeps titles of staff', () => {
  const say = (text: string, lang: Lang) => userRuleOverride.translateTitle?.(text, lang, createRegistry({ userRule }));
  expect([say('changePassword', 'en'), say('changePassword', 'zh-cn')]).toEqual(['Password', '密码']);
  expect([say('Our board', 'zh-cn'), say('constructor', 'en')]).toEqual(['Our board', 'constructor']);
});
