/** Links to what runs of an installed module: its records, its screens in the console, its dashboards and its pages of the public site. */
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { rulePath } from '../../../../common/adminScreens';
import { board } from '../../../../common/entities/board';
import { entityLabels } from '../../../../common/locales/entityLabels';
import { parseInstalledParts } from '../../../../common/modules/moduleParts';
import { parseScreenComponent } from '../../../../common/modules/moduleScreens';
import { useEngine } from '../../../engine/engineContext';
import { useBootstrap, type MenuNode } from '../../../shared/api/bootstrap';
import { useLanguage } from '../../../shared/i18n/i18n';
import { APP_PATHS } from '../../../shared/routing/safeRedirects';
import type { ShownModule } from './parseModule';

interface ModuleLink {
  readonly to: string;
  readonly name: string;
  readonly isPublic?: boolean;
}
const { home } = APP_PATHS.admin;

/** The menu rules of the screens of a module. */
const findScreenRules = (menus: readonly MenuNode[], uid: string): readonly MenuNode[] =>
  menus.flatMap((node) => [
    ...(parseScreenComponent(node.component)?.uid === uid ? [node] : []),
    ...findScreenRules(node.children, uid),
  ]);

function useModuleLinks({ uid, entities }: ShownModule, parts: unknown): readonly ModuleLink[] {
  const lang = useLanguage();
  const { registry } = useEngine();
  const { menus } = useBootstrap();
  const { pages, boards } = parseInstalledParts(parts);
  const names = [...entities, ...(Object.keys(boards).length > 0 ? [board.name] : [])];
  return [
    ...names
      .flatMap((name) => registry.get(name) ?? [])
      .map((entity) => ({ to: `${home}/${entity.name}`, name: entityLabels(entity, lang).many })),
    ...findScreenRules(menus, uid).map((rule) => ({
      to: `${home}/${rulePath(rule)}`,
      name: lang === 'en' && rule.title_en !== '' ? rule.title_en : rule.title,
    })),
    ...pages.map(({ path, title }) => ({ to: `/${path}`, name: `${title[lang]} (/${path})`, isPublic: true })),
  ];
}

interface ModuleLinksProps {
  readonly shown: ShownModule;
  /** The column `parts` of the module. */
  readonly parts: unknown;
}
export function ModuleLinks({ shown, parts }: ModuleLinksProps) {
  const { t } = useTranslation();
  const links = useModuleLinks(shown, parts);
  return (
    <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
      {links.map(({ to, name, isPublic }) => (
        <Button
          key={to}
          size="small"
          variant="text"
          {...(isPublic === true ? { href: to, target: '_blank', rel: 'noopener' } : { component: Link, to })}
        >
          {t('modules.actions.open', { name })}
        </Button>
      ))}
    </Stack>
  );
}
