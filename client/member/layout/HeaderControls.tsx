/** The menus at the end of the header: language, color scheme and account. */
import { AccountMenu } from '../../shared/account/AccountMenu';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../shared/controls/ColorSchemeMenu';
import { lazyWithoutSuspense } from '../../ui/lazyWithRetry';

const MemberAccountMenu = lazyWithoutSuspense(async () => (await import('./MemberAccountMenu')).MemberAccountMenu);

export function HeaderControls() {
  return (
    <>
      <LanguageMenu />
      <ColorSchemeMenu />
      <AccountMenu Menu={MemberAccountMenu} />
    </>
  );
}
