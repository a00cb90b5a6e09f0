/** The embedded page of a member rule. */
import { memberMenuTitle } from '../../../common/locales/memberMenuTitle';
import { BlockedPage } from '../../shared/embed/BlockedPage';
import { EmbeddedPage } from '../../shared/embed/EmbeddedPage';
import { useLanguage } from '../../shared/i18n/i18n';
import { useSiteName } from '../../shared/store/siteSettings';
import { useDocumentTitle } from '../../shared/app/useDocumentTitle';
import type { EmbeddedScreen } from '../memberMenu';

export function FramedPage({ url, title, isBlocked }: EmbeddedScreen) {
  const name = memberMenuTitle(title, useLanguage());
  useDocumentTitle(name, useSiteName());
  if (isBlocked) return <BlockedPage url={url} />;
  return <EmbeddedPage url={url} title={name} frameSize={{ display: 'block', height: '75vh', minHeight: 320 }} />;
}
