/** The button of the account menu: the image of the signed-in person. */
import { useTranslation } from 'react-i18next';
import type { LazyComponent } from '../../ui/lazyWithRetry';
import { MenuTrigger, type OpenMenuProps } from '../../ui/MenuTrigger';
import { PersonAvatar } from '../../ui/PersonAvatar';
import { PERSON_COLORS } from '../theme/designTokens';
import { useApp } from '../app/appContext';
import { useAppSelector } from '../app/createStore';
import { useFullUrl } from '../app/useFullUrl';
import { selectSessionUser } from '../store/session';

interface AccountMenuProps {
  /** The app’s menu. */
  readonly Menu: LazyComponent<OpenMenuProps>;
}
export function AccountMenu({ Menu }: AccountMenuProps) {
  const { t } = useTranslation();
  const { realm } = useApp();
  const person = useAppSelector(selectSessionUser(realm));
  const fullUrl = useFullUrl();
  if (person === undefined) return null;
  const name = person.nickname || person.username;
  return (
    <MenuTrigger
      label={`${t('shell.account')}: ${name}`}
      icon={<PersonAvatar id={person.id} name={name} src={fullUrl(person.avatar)} colors={PERSON_COLORS} />}
      onApproach={Menu.load}
    >
      {(menu) => <Menu {...menu} />}
    </MenuTrigger>
  );
}
