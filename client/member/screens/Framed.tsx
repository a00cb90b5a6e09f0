/** A page that a member rule embeds. */
import { memberTitle } from '../../../common/locales/memberTitle';
import { BarredPage } from '../../shared/BarredPage';
import { EmbeddedPage } from '../../shared/EmbeddedPage';
import { useLang } from '../../shared/i18n';
import { useSiteName } from '../../shared/site';
import { useTitle } from '../../shared/useTitle';
import type { Framed } from '../centre';

export function FramedPage({ url, title, barred }: Framed) {
  const name = memberTitle(title, useLang());
  useTitle(name, useSiteName());
  if (barred) return <BarredPage url={url} />;
  return <EmbeddedPage {...{ url, title: name }} room={{ display: 'block', height: '75vh', minHeight: 320 }} />;
}
