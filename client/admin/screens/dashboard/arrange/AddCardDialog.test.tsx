/** Titles of cards: a new card takes one for each language, and readers see that of their language. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { board } from '../../../../../common/entities/board';
import { user } from '../../../../../common/entities/user';
import { parseCards, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { useLazyTranslations } from '../../../../shared/i18n/useLazyTranslations';
import { openScreen, type Screen } from '../../../../testing/screenHarness';
import { useCardTitle } from '../cards/useCardLabels';
import { AddCardDialog } from './AddCardDialog';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

it('a new card: takes a title in each language', async () => {
  const added: DashboardCard[] = [];
  const Page = () => {
    useLazyTranslations();
    return <AddCardDialog onAdd={(card) => added.push(card)} onClose={() => undefined} />;
  };
  rendered = await openScreen(<Page />, { others: [board], respond: () => undefined });
  fireEvent.change(await screen.findByLabelText('Title (optional)'), { target: { value: ' 大厅 ' } });
  fireEvent.change(screen.getByLabelText('Title in English (optional)'), { target: { value: 'Hall' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add card' }));
  expect(added).toEqual([expect.objectContaining({ title: '大厅', title_en: 'Hall' })]);
  expect(parseCards(added)).toEqual(added);
});

it('a new card: its entities stand in the order of the menu', async () => {
  const Page = () => {
    useLazyTranslations();
    return <AddCardDialog onAdd={() => undefined} onClose={() => undefined} />;
  };
  const entry = { type: 'menu', menu_type: 'tab', pid: null, children: [] };
  const menus = [
    { ...entry, id: 1, name: 'board', path: 'board', title: 'Boards' },
    { ...entry, id: 2, name: 'thing', path: 'thing', title: 'Things' },
  ];
  rendered = await openScreen(<Page />, { others: [board, user], menus, respond: () => undefined });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Records' }));
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toEqual(['Shared dashboards', 'Things', 'Members']);
});

it('titles of cards: English readers see the English one, else the title, else the derived one', async () => {
  const card = { kind: 'figure', e: 'board', w: 2, h: 2 } as const;
  const cards: readonly DashboardCard[] = [
    { ...card, id: 'a', title: '大厅', title_en: 'Hall' },
    { ...card, id: 'b', title: '大厅', title_en: '' },
    { ...card, id: 'c', title_en: 'Hall' },
  ];
  const Titles = () => <p>{cards.map(useCardTitle()).join(', ')}</p>;
  rendered = await openScreen(<Titles />, { others: [board], respond: () => undefined });
  expect(screen.getByText('Hall, 大厅, Hall')).toBeVisible();
  await act(() => rendered?.client.app.i18n.changeLanguage('zh-cn'));
  expect(screen.getByText('大厅, 大厅, 共享仪表盘')).toBeVisible();
});
