/** The menus at the end of the header: language, colours, and who one is. */
import { AccountMenu } from '../../shared/controls/AccountMenu';
import { LanguageMenu } from '../../shared/controls/LanguageMenu';
import { SchemeMenu } from '../../shared/controls/SchemeMenu';
import { AccountEntries } from './AccountEntries';

export function Controls() {
  return (
    <>
      <LanguageMenu />
      <SchemeMenu />
      <AccountMenu more={(close) => <AccountEntries key="own" onDone={close} />} />
    </>
  );
}
