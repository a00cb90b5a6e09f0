/** The menus at the end of the header: language, colour scheme and account. */
import { AccountMenu } from '../../shared/account/AccountMenu';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { ColorSchemeMenu } from '../../shared/controls/ColorSchemeMenu';
import { AccountMenuItems } from './AccountMenuItems';

export function HeaderControls() {
  return (
    <>
      <LanguageMenu />
      <ColorSchemeMenu />
      <AccountMenu renderItems={(close) => <AccountMenuItems key="own" onDone={close} />} />
    </>
  );
}
