/** The next step below the text of an empty list: opens a page, if the person has it in the menu. */
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ruleScreen } from '../../../../common/adminScreens';
import type { firstSteps } from '../../../../common/locales/en/firstSteps';
import { useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';

const STEP_SCREENS: Readonly<Record<keyof typeof firstSteps, string>> = {
  module: 'market',
  message: 'config',
  security_event: 'profile',
};
const isStep = (entity: string): entity is keyof typeof firstSteps => Object.hasOwn(STEP_SCREENS, entity);
const hasScreen = (menus: readonly MenuNode[], screen: string): boolean =>
  menus.some((node) => (node.type === 'menu' && ruleScreen(node) === screen) || hasScreen(node.children, screen));

export function EmptyListStep({ entity }: { readonly entity: string }) {
  useLazyTranslations();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { menus } = useBootstrap();
  if (!isStep(entity)) return null;
  const screen = STEP_SCREENS[entity];
  // Everyone has a profile.
  if (screen !== 'profile' && !hasScreen(menus, screen)) return null;
  return (
    <Button variant="outlined" onClick={() => void navigate(`${APP_PATHS.admin.home}/${screen}`)}>
      {t(`firstSteps.${entity}`)}
    </Button>
  );
}
