/** A menu whose code loads when the pointer comes near: the first click opens it, and the focus returns to the button. */
import { afterEach, expect, it } from '@jest/globals';
import MenuItem from '@mui/material/MenuItem';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ButtonMenu } from './ButtonMenu';
import { lazyWithoutSuspense } from './lazyWithRetry';
import { MenuTrigger, type OpenMenuProps } from './MenuTrigger';

afterEach(cleanup);

const Fruits = (menu: OpenMenuProps) => (
  <ButtonMenu {...menu}>
    <MenuItem onClick={menu.onClose}>Apple</MenuItem>
  </ButtonMenu>
);
function showTrigger() {
  let loads = 0;
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const LazyFruits = lazyWithoutSuspense(async () => {
    loads += 1;
    await arrived;
    return Fruits;
  });
  render(
    <MenuTrigger label="Fruits" icon="F" onApproach={LazyFruits.load}>
      {(menu) => <LazyFruits {...menu} />}
    </MenuTrigger>,
  );
  return { button: screen.getByRole('button', { name: 'Fruits' }), loadCount: () => loads, arrive };
}

it('MenuTrigger: loads the menu once when the pointer comes near, and opens it by a click that came before the code', async () => {
  const user = userEvent.setup();
  const { button, loadCount, arrive } = showTrigger();
  expect(loadCount()).toBe(0);
  await user.hover(button);
  expect(loadCount()).toBe(1);
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(screen.queryByRole('menu')).toBeNull();
  arrive();
  expect(await screen.findByRole('menu', { name: 'Fruits' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Apple' })).toHaveFocus();
  expect(loadCount()).toBe(1);
});

it('MenuTrigger: opens by the keyboard, and gives the focus back to the button when it closes', async () => {
  const user = userEvent.setup();
  const { button, arrive } = showTrigger();
  arrive();
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(button).toHaveFocus();
});
