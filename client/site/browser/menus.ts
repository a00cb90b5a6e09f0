/** The menus of the header: the button of narrow screens, and closing on Escape or a click elsewhere. */

const openMenus = (): readonly HTMLDetailsElement[] => [
  ...document.querySelectorAll<HTMLDetailsElement>('.site-header details[open]'),
];

const menuButton = (): HTMLButtonElement | null => document.querySelector('.menu-button');

/** Opens or closes the menu of narrow screens. */
function setMenuOpen(isOpen: boolean): void {
  menuButton()?.setAttribute('aria-expanded', String(isOpen));
}

export function enhanceMenus(): void {
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.menu-button') : null;
    if (button) setMenuOpen(button.getAttribute('aria-expanded') !== 'true');
  });
  addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    const menu = openMenus().at(-1);
    if (menu === undefined) {
      setMenuOpen(false);
      return;
    }
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
