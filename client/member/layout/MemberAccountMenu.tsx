/** The account menu of the member center. */
import { AccountMenuList } from '../../shared/account/AccountMenuList';
import type { OpenMenuProps } from '../../ui/MenuTrigger';
import { AccountMenuItems } from './AccountMenuItems';

export function MemberAccountMenu(menu: OpenMenuProps) {
  return (
    <AccountMenuList {...menu}>
      <AccountMenuItems onDone={menu.onClose} />
    </AccountMenuList>
  );
}
