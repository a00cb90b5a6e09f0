/** Icons by name: those of the first screen are bundled, the extended set is loaded when one of its icons is shown. */
import AccountCircle from '@mui/icons-material/AccountCircleOutlined';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import Apps from '@mui/icons-material/AppsOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import AttachFile from '@mui/icons-material/AttachFileOutlined';
import Badge from '@mui/icons-material/BadgeOutlined';
import Business from '@mui/icons-material/BusinessOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import Code from '@mui/icons-material/CodeOutlined';
import Dashboard from '@mui/icons-material/DashboardOutlined';
import Description from '@mui/icons-material/DescriptionOutlined';
import Explore from '@mui/icons-material/ExploreOutlined';
import Extension from '@mui/icons-material/ExtensionOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import Group from '@mui/icons-material/GroupOutlined';
import Groups from '@mui/icons-material/GroupsOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import Inbox from '@mui/icons-material/InboxOutlined';
import Inventory from '@mui/icons-material/Inventory2Outlined';
import Key from '@mui/icons-material/KeyOutlined';
import Label from '@mui/icons-material/LabelOutlined';
import Language from '@mui/icons-material/LanguageOutlined';
import Link from '@mui/icons-material/LinkOutlined';
import ListIcon from '@mui/icons-material/ListOutlined';
import Payments from '@mui/icons-material/PaymentsOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Security from '@mui/icons-material/SecurityOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Star from '@mui/icons-material/StarBorderOutlined';
import Terminal from '@mui/icons-material/TerminalOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Web from '@mui/icons-material/WebOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { Suspense } from 'react';
import { lazyWithRetry } from './lazyWithRetry';

const ICONS = {
  account_circle: AccountCircle,
  admin_panel_settings: AdminPanelSettings,
  apps: Apps,
  article: Article,
  attachment: AttachFile,
  badge: Badge,
  business: Business,
  category: Category,
  code: Code,
  dashboard: Dashboard,
  description: Description,
  explore: Explore,
  extension: Extension,
  folder: Folder,
  group: Group,
  groups: Groups,
  history: History,
  image: Image,
  inbox: Inbox,
  inventory: Inventory,
  key: Key,
  label: Label,
  language: Language,
  link: Link,
  list: ListIcon,
  payments: Payments,
  person: Person,
  security: Security,
  settings: Settings,
  star: Star,
  terminal: Terminal,
  tune: Tune,
  web: Web,
} as const;
export type IconName = keyof typeof ICONS;
export const ICON_NAMES = Object.keys(ICONS) as readonly IconName[];

const isIconName = (name: string): name is IconName => Object.hasOwn(ICONS, name);

interface NamedIconProps extends SvgIconProps {
  readonly name: string;
  /** Shown for an unknown name. */
  readonly fallback?: IconName;
}
const ExtendedIcon = lazyWithRetry(
  async () => (await import('./ExtendedIcon')).ExtendedIcon,
  ({ fallback }) => fallback,
);
/** Loads the extended set before the menu is there, so that its icons appear together. */
export const preloadIcons = ExtendedIcon.load;

/** An icon by name. Decorative: the caller provides the accessible text. */
export function NamedIcon({ name, fallback = 'label', ...rest }: NamedIconProps) {
  const Icon = ICONS[isIconName(name) ? name : fallback];
  const builtInIcon = <Icon aria-hidden {...rest} />;
  if (isIconName(name) || name === '') return builtInIcon;
  return (
    <Suspense fallback={<Icon aria-hidden {...rest} visibility="hidden" />}>
      <ExtendedIcon name={name} fallback={builtInIcon} {...rest} />
    </Suspense>
  );
}
