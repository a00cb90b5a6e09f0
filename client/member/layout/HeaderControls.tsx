/** The menus at the end of the header: language, colour scheme and account. */
import { AccountMenu } from '../../shared/account/AccountMenu';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../shared/controls/ColorSchemeMenu';
import { lazyTogether } from '../../ui/lazyWithRetry';

const MemberAccountMenu = lazyTogether(async () => (await import('./MemberAccountMenu')).MemberAccountMenu);

export function HeaderControls() {
  return (
    <>
      <LanguageMenu />
      <ColorSchemeMenu />
      <AccountMenu Menu={MemberAccountMenu} />
    </>
  );
}
