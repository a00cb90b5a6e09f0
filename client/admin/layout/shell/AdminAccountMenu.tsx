/** The account menu of the console. */
import { AccountMenuList } from '../../../shared/account/AccountMenuList';
import type { OpenMenuProps } from '../../../ui/MenuTrigger';
import { AccountMenuItems } from './AccountMenuItems';

export function AdminAccountMenu(menu: OpenMenuProps) {
  return (
    <AccountMenuList {...menu}>
      <AccountMenuItems onDone={menu.onClose} />
    </AccountMenuList>
  );
}
